import { constants, existsSync, statSync } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { readGivenFile } from '../../../../lib/input/given-file.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { fileReason, isFileError, type TextFile, textOf } from '../../../shared/text-file.ts';

/** Folders of charts, whose files are templates or somebody else's. */
const NOT_VALUES = ['templates', 'charts', 'node_modules'];

/**
 * Files of the repository at hand that may set the size of a volume: YAML in the folder of the building block (§1), which is
 * looked for from `cwd` up to the repository's root. What can't be read or written is passed over.
 */
export async function findValues(cwd: string): Promise<ValuesFile[]> {
  const here = await realpath(cwd);
  const root = repositoryOf(here);
  const folder = foldersAbove(here, root)
    .map(blockFolder)
    .find((found) => found !== undefined);
  if (folder === undefined) return [];
  const files = new Map<string, ValuesFile>();
  for (const path of await yamlIn(folder)) {
    const file = await readable(path, here);
    if (file && isWithin(file.path, root) && describesVolumes(file)) files.set(file.path, file);
  }
  return [...files.values()];
}

/** The root of the repository that a folder lies in; the folder itself where it lies in none. */
function repositoryOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

function foldersAbove(folder: string, root: string): string[] {
  return folder === root ? [folder] : [folder, ...foldersAbove(dirname(folder), root)];
}

/** The building block's folder, where a folder is it or has it. */
function blockFolder(folder: string): string | undefined {
  if (basename(folder) === MONITORING_NAMESPACE) return folder;
  const inside = join(folder, MONITORING_NAMESPACE);
  return statSync(inside, { throwIfNoEntry: false })?.isDirectory() ? inside : undefined;
}

/** The YAML files below a folder, in the order of their names. Links to folders are not followed. */
async function yamlIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.')) return [];
      if (entry.isDirectory()) return NOT_VALUES.includes(entry.name) ? [] : yamlIn(path);
      return ['.yaml', '.yml'].includes(extname(entry.name)) ? [path] : [];
    }),
  );
  return found.flat().toSorted();
}

async function readable(path: string, cwd: string): Promise<ValuesFile | undefined> {
  try {
    return { ...(await readValuesFile(path, cwd)), name: relative(cwd, path) };
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

/** Definitions of the operator's own kinds speak of volumes at great length, and set no size. */
const describesVolumes = ({ text }: ValuesFile): boolean =>
  text.includes('volumeClaimTemplate') && !/^kind: CustomResourceDefinition\b/m.test(text);

const isWithin = (path: string, root: string): boolean =>
  path.startsWith(root.endsWith(sep) ? root : root + sep);

/** A file of values as it was read. */
export type ValuesFile = TextFile;

/** Reads a values file that is to be written later. What stands against either is a usage error that names the file. */
export async function readValuesFile(name: string, cwd: string): Promise<ValuesFile> {
  try {
    const path = await realpath(resolve(cwd, name));
    if (!(await stat(path)).isFile()) throw notAFile(name);
    const text = textOf(readGivenFile(path));
    if (text === undefined) throw notText(name);
    // A file is replaced by one that is made beside it.
    await access(path, constants.W_OK);
    await access(dirname(path), constants.W_OK | constants.X_OK);
    return { name, path, text };
  } catch (error) {
    throw isFileError(error) ? unusable(name, error) : error;
  }
}

const unusable = (name: string, error: NodeJS.ErrnoException): CommandError =>
  usageError(
    `values file ${oneLine(name)} can't be read and written: ${fileReason(error)}`,
    'Give --values a file that is yours to change.',
  );

const notAFile = (name: string): CommandError =>
  usageError(`values file ${oneLine(name)} is not a file`, 'Give --values each file by its own name.');

const notText = (name: string): CommandError =>
  usageError(
    `values file ${oneLine(name)} is not UTF-8`,
    'Save it as UTF-8, or see whether it is the right file.',
  );
