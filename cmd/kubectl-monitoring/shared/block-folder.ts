import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LOCK } from '../../../lib/block/lock.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';

/**
 * The folder of the building block (§1), searched from a folder up to the root of its repository; undefined if there is none.
 *
 * @param here without links.
 */
export function findBlock(here: string): { root: string; folder: string | undefined } {
  const root = repositoryOf(here);
  const folder = foldersAbove(here, root)
    .map(blockFolder)
    .find((found) => found !== undefined);
  return { root, folder };
}

/**
 * The folder of the building block that a folder is or is in; undefined otherwise. A repository of that name is another thing.
 *
 * @param here without links.
 */
export const blockAround = (here: string): string | undefined =>
  foldersAbove(here, repositoryOf(here)).find(
    (folder) =>
      existsSync(join(folder, LOCK)) ||
      (basename(folder) === MONITORING_NAMESPACE && !existsSync(join(folder, '.git'))),
  );

/** The root of a folder's repository; the folder itself if it is not in one. */
function repositoryOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

function foldersAbove(folder: string, root: string): string[] {
  return folder === root ? [folder] : [folder, ...foldersAbove(dirname(folder), root)];
}

/** The folder of the building block, if `folder` is it or contains it. */
function blockFolder(folder: string): string | undefined {
  if (basename(folder) === MONITORING_NAMESPACE) return folder;
  const inside = join(folder, MONITORING_NAMESPACE);
  return statSync(inside, { throwIfNoEntry: false })?.isDirectory() ? inside : undefined;
}
