import type { Dirent } from 'node:fs';
import { existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { fileReason, isFileError } from '../../shared/text-file.ts';

/** A file to be read. */
export interface FoundFile {
  /** As a person would name it from where they are. */
  name: string;
  /** The file itself, behind any links. */
  path: string;
  /** The folder that is audited: what it refers to is read from there alone. */
  root: string;
}

/** What is passed over, with the reason; `isUnread` where that is a fault and no choice. */
export interface PassedOver {
  name: string;
  reason: string;
  mend: string;
  isUnread: boolean;
}

/**
 * The YAML and JSON files of what `-f` names, in the order of their names and each once: a file whatever it is called, and
 * of a folder all that lies in it. Left out are hidden folders, `node_modules`, a chart's templates, and links that lead out
 * of the folder. A name that nothing has is unread.
 */
export async function* filesOf(names: string[], cwd: string): AsyncGenerator<FoundFile | PassedOver> {
  const seen = new Set<string>();
  for (const name of names) {
    const found = await placeOf(name, cwd);
    if ('reason' in found) {
      yield found;
      continue;
    }
    const { path, isFolder } = found;
    const root = isFolder ? path : dirname(path);
    for await (const entry of isFolder ? inFolder({ name, path, root }) : [{ name, path, root }]) {
      if ('path' in entry && seen.has(entry.path)) continue;
      if ('path' in entry) seen.add(entry.path);
      yield entry;
    }
  }
}

async function placeOf(name: string, cwd: string): Promise<{ path: string; isFolder: boolean } | PassedOver> {
  try {
    const given = resolve(cwd, name);
    const about = await stat(given);
    // A pipe, as of a shell's <(…), has no path of its own.
    const path = about.isFile() || about.isDirectory() ? await realpath(given) : given;
    return { path, isFolder: about.isDirectory() };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return { name, reason: `can't be read: ${fileReason(error)}`, mend: GIVE, isUnread: true };
  }
}

async function* inFolder(folder: FoundFile): AsyncGenerator<FoundFile | PassedOver> {
  if (basename(folder.path) === 'templates' && existsSync(join(dirname(folder.path), 'Chart.yaml'))) {
    yield passedOver(folder.name, 'holds the templates of a chart', RENDER);
    return;
  }
  for (const entry of await entriesOf(folder)) {
    if ('reason' in entry) yield entry;
    else if (entry.isSymbolicLink()) yield* behindLink(below(folder, entry));
    else if (entry.isDirectory()) yield* inFolder(below(folder, entry));
    else if (entry.isFile() && isManifestName(entry.name)) yield below(folder, entry);
  }
}

/** The entries of a folder by name; what can't be listed is passed over. */
async function entriesOf({ name, path }: FoundFile): Promise<(Dirent | PassedOver)[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if (!isFileError(error)) throw error;
    return [{ name, reason: `can't be read: ${fileReason(error)}`, mend: READABLE, isUnread: true }];
  }
}

/** What a link leads to, where that is a file of the same folder: folders of it are walked anyway. */
async function* behindLink({ name, path, root }: FoundFile): AsyncGenerator<FoundFile | PassedOver> {
  try {
    const target = await realpath(path);
    const isInside = isWithin(target, root);
    const isFolder = (await stat(target)).isDirectory();
    if (!isInside) {
      if (isFolder || isManifestName(name))
        yield passedOver(name, 'is a link that leads out of the folder', NAME_IT);
    } else if (!isFolder && isManifestName(name)) yield { name, path: target, root };
  } catch (error) {
    if (!isFileError(error)) throw error;
    if (isManifestName(name))
      yield { name, reason: `can't be read: ${fileReason(error)}`, mend: READABLE, isUnread: true };
  }
}

const isWithin = (target: string, root: string): boolean =>
  target === root || target.startsWith(root.endsWith(sep) ? root : root + sep);

const below = ({ name, path, root }: FoundFile, entry: Dirent): FoundFile => ({
  name: join(name, entry.name),
  path: join(path, entry.name),
  root,
});

/** A file that another one refers to, relative to the folder that it is in. */
export async function referredTo(from: FoundFile, reference: string): Promise<FoundFile | PassedOver> {
  const { path, name, root } = from;
  const over = (reason: string): PassedOver => passedOver(name, `names ${reference}, which ${reason}`, BUILD);
  if (reference.includes('://')) return over('is not a file of the folder');
  try {
    const target = await realpath(resolve(dirname(path), reference));
    if (!isWithin(target, root)) return over('lies outside of the folder');
    if (!(await stat(target)).isFile()) return over('is not a file');
    return { name: join(dirname(name), reference), path: target, root };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return over(`can't be read: ${fileReason(error)}`);
  }
}

/** Whether a folder's file is read: manifests, and the settings of Ironic as metal3's own layout calls them. */
const isManifestName = (name: string): boolean => isYamlName(name) || SETTINGS.test(basename(name));

/** Whether a file is YAML or JSON by its name. */
export const isYamlName = (name: string): boolean =>
  ['.yaml', '.yml', '.json'].includes(extname(name)) || basename(name) === 'Kustomization';

const SETTINGS = /^ironic(_bmo_configmap)?\.env$/;

const passedOver = (name: string, reason: string, mend: string): PassedOver => ({
  name,
  reason,
  mend,
  isUnread: false,
});

/** What to do about what Kustomize makes of files that aren't read. */
export const BUILD = 'audit what it becomes: kustomize build FOLDER | kubectl bmh audit -f -';
const RENDER = 'audit what they become: helm template CHART | kubectl bmh audit -f -';
const NAME_IT = 'name with -f what it leads to';
const READABLE = 'see that it is there and yours to read';
const GIVE = 'give -f a file, a folder, or - for stdin';
