import { existsSync, statSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import { readValuesFile, type ValuesFile } from './file.ts';

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
