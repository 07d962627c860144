import { type Dirent, existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileReason, isFileError, isWithin } from '../../shared/text-file.ts';

/** A file to read. */
export interface FoundFile {
  /** As the user would call it, from the working directory. */
  name: string;
  /** The file itself, with links resolved. */
  path: string;
  /** The audited folder: no file outside of it is read. */
  root: string;
}

/** A file or folder that is skipped; `isUnread` if that is an error and not a choice. */
export interface PassedOver {
  name: string;
  reason: string;
  hint: string;
  isUnread?: boolean;
}

/**
 * The YAML and JSON files of what `-f` names, in the order of their names and each once. A file that is named itself may have
 * any name. Skips hidden folders, `node_modules`, chart templates, and links that point outside the folder.
 */
export async function* filesOf(names: string[], cwd: string): AsyncGenerator<FoundFile | PassedOver> {
  const seen = new Set<string>();
  for (const name of names) {
    for await (const entry of entriesOf(name, cwd)) {
      if ('path' in entry && seen.has(entry.path)) continue;
      if ('path' in entry) seen.add(entry.path);
      yield entry;
    }
  }
}

async function* entriesOf(name: string, cwd: string): AsyncGenerator<FoundFile | PassedOver> {
  try {
    const given = resolve(cwd, name);
    const stats = await stat(given);
    // A pipe, such as a shell's <(…), has no real path.
    const path = stats.isFile() || stats.isDirectory() ? await realpath(given) : given;
    if (stats.isDirectory()) yield* inFolder({ name, path, root: path });
    else yield { name, path, root: dirname(path) };
  } catch (error) {
    yield unreadable(name, error, 'pass a file, a folder, or - for stdin with -f');
  }
}

async function* inFolder(folder: FoundFile): AsyncGenerator<FoundFile | PassedOver> {
  const { name, path } = folder;
  if (basename(path) === 'templates' && existsSync(join(dirname(path), 'Chart.yaml'))) {
    yield { name, reason: 'holds chart templates', hint: RENDER };
    return;
  }
  let entries: Dirent[];
  try {
    entries = await readdir(path, { withFileTypes: true });
  } catch (error) {
    yield unreadable(name, error, READABLE);
    return;
  }
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const below = { ...folder, name: join(name, entry.name), path: join(path, entry.name) };
    if (entry.isSymbolicLink()) yield* behindLink(below);
    else if (entry.isDirectory()) yield* inFolder(below);
    else if (entry.isFile() && isManifestName(entry.name)) yield below;
  }
}

/** The target of a link, if that is a file in the same folder: folders in it are walked anyway. */
async function* behindLink({ name, path, root }: FoundFile): AsyncGenerator<FoundFile | PassedOver> {
  try {
    const target = await realpath(path);
    const isFolder = (await stat(target)).isDirectory();
    if (!isWithin(target, root)) {
      if (isFolder || isManifestName(name))
        yield {
          name,
          reason: 'is a symlink that points outside the folder',
          hint: 'pass its target with -f',
        };
    } else if (!isFolder && isManifestName(name)) yield { name, path: target, root };
  } catch (error) {
    const about = unreadable(name, error, READABLE);
    if (isManifestName(name)) yield about;
  }
}

/** A file that another one refers to by a relative path. */
export async function referredTo(from: FoundFile, reference: string): Promise<FoundFile | PassedOver> {
  const { path, name, root } = from;
  const over = (reason: string): PassedOver => ({
    name,
    reason: `refers to ${reference}, which ${reason}`,
    hint: BUILD,
  });
  if (reference.includes('://')) return over('is not a file in the folder');
  try {
    const target = await realpath(resolve(dirname(path), reference));
    if (!isWithin(target, root)) return over('is outside the folder');
    if (!(await stat(target)).isFile()) return over('is not a file');
    return { name: join(dirname(name), reference), path: target, root };
  } catch (error) {
    return over(unreadable(name, error, BUILD).reason);
  }
}

/** Why a file cannot be read. @throws {unknown} any other error than that of a file operation. */
export function unreadable(name: string, error: unknown, hint: string): PassedOver {
  if (!isFileError(error)) throw error;
  return { name, reason: `cannot be read: ${fileReason(error)}`, hint, isUnread: true };
}

/** Whether a file in a folder is read: manifests, and Ironic's settings as metal3's own layout calls them. */
const isManifestName = (name: string): boolean =>
  isYamlName(name) || /^ironic(_bmo_configmap)?\.env$/.test(basename(name));

export const isYamlName = (name: string): boolean =>
  ['.yaml', '.yml', '.json'].includes(extname(name)) || basename(name) === 'Kustomization';

/** For files that Kustomize generates from files that are not read. */
export const BUILD = 'audit the rendered output: kustomize build FOLDER | kubectl bmh audit -f -';
const RENDER = 'audit the rendered output: helm template CHART | kubectl bmh audit -f -';
export const READABLE = 'check that it exists and that you may read it';
