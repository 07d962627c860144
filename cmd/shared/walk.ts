import { type Dirent, existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fileReason, isFileError, isWithin } from './text-file.ts';

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

/** What a command makes of files: the hints that name its arguments, and what it reads. */
export interface Walk {
  cwd: string;
  /** Hint for a path that cannot be read, and for a link that points outside its folder. */
  hints: { path: string; link: string };
  /** Hint for chart templates, which are skipped; when absent, they are read. */
  templates?: string;
  /** Whether Ironic's settings are read too, as metal3's own layout calls them. */
  settings?: boolean;
}

/**
 * The YAML and JSON files of these paths, in the order of their names and each once. A file that is named itself may have
 * any name. Skips hidden folders, `node_modules`, and links that point outside the folder.
 */
export async function* filesOf(names: Iterable<string>, walk: Walk): AsyncGenerator<FoundFile | PassedOver> {
  const seen = new Set<string>();
  for (const name of names) {
    for await (const entry of entriesOf(name, walk)) {
      if ('path' in entry && seen.has(entry.path)) continue;
      if ('path' in entry) seen.add(entry.path);
      yield entry;
    }
  }
}

async function* entriesOf(name: string, walk: Walk): AsyncGenerator<FoundFile | PassedOver> {
  try {
    const given = resolve(walk.cwd, name);
    const stats = await stat(given);
    // A pipe, such as a shell's <(…), has no real path.
    const path = stats.isFile() || stats.isDirectory() ? await realpath(given) : given;
    if (stats.isDirectory()) yield* inFolder({ name, path, root: path }, walk);
    else yield { name, path, root: dirname(path) };
  } catch (error) {
    yield unreadable(name, error, walk.hints.path);
  }
}

async function* inFolder(folder: FoundFile, walk: Walk): AsyncGenerator<FoundFile | PassedOver> {
  const { name, path } = folder;
  const isRead = (file: string): boolean =>
    isYamlName(file) || (walk.settings === true && isSettingsName(file));
  if (
    walk.templates !== undefined &&
    basename(path) === 'templates' &&
    existsSync(join(dirname(path), 'Chart.yaml'))
  ) {
    yield { name, reason: 'holds chart templates', hint: walk.templates };
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
    if (entry.isSymbolicLink()) yield* behindLink(below, isRead, walk);
    else if (entry.isDirectory()) yield* inFolder(below, walk);
    else if (entry.isFile() && isRead(entry.name)) yield below;
  }
}

/** The target of a link, if that is a file in the same folder: folders in it are walked anyway. */
async function* behindLink(
  { name, path, root }: FoundFile,
  isRead: (name: string) => boolean,
  { hints }: Walk,
): AsyncGenerator<FoundFile | PassedOver> {
  try {
    const target = await realpath(path);
    const isFolder = (await stat(target)).isDirectory();
    if (!isWithin(target, root)) {
      if (isFolder || isRead(name))
        yield {
          name,
          reason: 'is a symlink that points outside the folder',
          hint: hints.link,
        };
    } else if (!isFolder && isRead(name)) yield { name, path: target, root };
  } catch (error) {
    const about = unreadable(name, error, READABLE);
    if (isRead(name)) yield about;
  }
}

/** Why a file cannot be read. @throws {unknown} any other error than that of a file operation. */
export function unreadable(name: string, error: unknown, hint: string): PassedOver {
  if (!isFileError(error)) throw error;
  return { name, reason: `cannot be read: ${fileReason(error)}`, hint, isUnread: true };
}

const isSettingsName = (name: string): boolean => /^ironic(_bmo_configmap)?\.env$/.test(basename(name));

export const isYamlName = (name: string): boolean =>
  ['.yaml', '.yml', '.json'].includes(extname(name)) || basename(name) === 'Kustomization';

export const READABLE = 'check that it exists and that you may read it';

/** Gives the URI of a file: relative, with slashes, if it is below `cwd`. */
export const uriFrom =
  (cwd: string) =>
  (path: string): string => {
    const full = resolve(cwd, path);
    const below = relative(cwd, full);
    const isOutside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
    return isOutside ? pathToFileURL(full).href : below.split(sep).map(encodeURIComponent).join('/');
  };
