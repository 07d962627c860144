import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asMarkdown } from './markdown.ts';
import type { Manual } from './page.ts';
import { asRoff } from './roff.ts';

/** Every file of the documentation by its path below its folder. */
export const filesOf = (manuals: Manual[]): Map<string, string> =>
  new Map(
    manuals.flatMap((manual) =>
      manual.pages.flatMap((page): [string, string][] => [
        [`${manual.program}/${page.file}`, asMarkdown(page)],
        [`man/${page.name}.${page.section}`, asRoff(page, manual)],
      ]),
    ),
  );

/**
 * What differs between `folder` and `files`: paths to be written, and paths left in its subfolders that are none of `files`.
 * Files outside of the subfolders are ignored.
 */
export async function staleIn(
  folder: string,
  files: Map<string, string>,
): Promise<{ written: string[]; left: string[] }> {
  const written: string[] = [];
  for (const [path, text] of files) if ((await textOf(join(folder, path))) !== text) written.push(path);
  const subfolders = new Set([...files.keys()].map(dirname));
  const lying = await Promise.all([...subfolders].map((subfolder) => pathsIn(folder, subfolder)));
  return { written, left: lying.flat().filter((path) => !files.has(path)) };
}

/** Makes `folder` hold `files`. */
export async function update(folder: string, files: Map<string, string>): Promise<void> {
  const { written, left } = await staleIn(folder, files);
  for (const path of left) await rm(join(folder, path));
  for (const path of written) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), files.get(path) ?? '');
  }
}

const textOf = (path: string): Promise<string | undefined> => absent(readFile(path, 'utf8'));

const pathsIn = async (folder: string, subfolder: string): Promise<string[]> =>
  ((await absent(readdir(join(folder, subfolder)))) ?? []).map((name) => `${subfolder}/${name}`);

/** Undefined where there is no such file or folder. */
const absent = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
