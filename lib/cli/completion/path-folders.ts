import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join, relative, resolve, sep } from 'node:path';
import type { Host } from '../command.ts';

/** The folders of PATH, absolute and each once, in their order. */
export const pathFolders = ({ env, cwd }: Pick<Host, 'env' | 'cwd'>): string[] => [
  ...new Set(
    (env.PATH ?? '')
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => resolve(cwd(), folder)),
  ),
];

/** Those of the folders in which one of these names is a file that may be run. */
export const foldersWith = (folders: readonly string[], names: readonly string[]): Promise<string[]> =>
  filtered(folders, async (folder) => {
    const found = await filtered(names, (name) => isProgram(join(folder, name)));
    return found.length > 0;
  });

/** Those of the folders that are there and may be written to. */
export const writable = (folders: readonly string[]): Promise<string[]> =>
  filtered(folders, (folder) => allows(folder, constants.W_OK));

/** Whether a folder lies somewhere inside another. */
export const liesIn = (folder: string, outer: string): boolean => {
  const way = relative(outer, folder);
  return way !== '' && way.split(sep)[0] !== '..' && resolve(outer, way) === resolve(folder);
};

const isProgram = async (file: string): Promise<boolean> =>
  (await allows(file, constants.X_OK)) && (await stat(file)).isFile();

const allows = (file: string, mode: number): Promise<boolean> =>
  access(file, mode).then(
    () => true,
    () => false,
  );

async function filtered<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T[]> {
  const held = await Promise.all(items.map(holds));
  return items.filter((_item, index) => held[index]);
}
