import type { Dirent } from 'node:fs';
import { existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { fileReason, isFileError } from '../../text-file.ts';

/** A file to be read. */
export interface FoundFile {
  /** As a person would name it from where they are. */
  name: string;
  /** The file itself, behind any links. */
  path: string;
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
    for await (const entry of isFolder ? inFolder({ name, path }, path) : [{ name, path }]) {
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

async function* inFolder(folder: FoundFile, root: string): AsyncGenerator<FoundFile | PassedOver> {
  if (basename(folder.path) === 'templates' && existsSync(join(dirname(folder.path), 'Chart.yaml'))) {
    yield passedOver(folder.name, 'holds the templates of a chart', RENDER);
    return;
  }
  for (const entry of await entriesOf(folder)) {
    if ('reason' in entry) yield entry;
    else if (entry.isSymbolicLink()) yield* behindLink(below(folder, entry), root);
    else if (entry.isDirectory()) yield* inFolder(below(folder, entry), root);
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
async function* behindLink({ name, path }: FoundFile, root: string): AsyncGenerator<FoundFile | PassedOver> {
  try {
    const target = await realpath(path);
    const isInside = target.startsWith(root.endsWith(sep) ? root : root + sep) || target === root;
    const isFolder = (await stat(target)).isDirectory();
    if (!isInside) {
      if (isFolder || isManifestName(name))
        yield passedOver(name, 'is a link that leads out of the folder', NAME_IT);
    } else if (!isFolder && isManifestName(name)) yield { name, path: target };
  } catch (error) {
    if (!isFileError(error)) throw error;
    if (isManifestName(name))
      yield { name, reason: `can't be read: ${fileReason(error)}`, mend: READABLE, isUnread: true };
  }
}

const below = ({ name, path }: FoundFile, entry: Dirent): FoundFile => ({
  name: join(name, entry.name),
  path: join(path, entry.name),
});

const isManifestName = (name: string): boolean => ['.yaml', '.yml', '.json'].includes(extname(name));

const passedOver = (name: string, reason: string, mend: string): PassedOver => ({
  name,
  reason,
  mend,
  isUnread: false,
});

const RENDER = 'audit what they become: helm template CHART | kubectl bmh audit -f -';
const NAME_IT = 'name with -f what it leads to';
const READABLE = 'see that it is there and yours to read';
const GIVE = 'give -f a file, a folder, or - for stdin';
