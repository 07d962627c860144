import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** What a packed program is made from: sources, packages and the build itself. */
export const BUILD_SOURCES: readonly string[] = [
  'cmd',
  'lib',
  'package.json',
  'package-lock.json',
  'scripts/build',
  'scripts/release/ad-hoc-signature.ts',
  'scripts/release/pe.ts',
  'scripts/release/sign-macho.ts',
];

/** A digest of files, of those in folders, and of this Node. */
export async function inputsOf(root: string, sources = BUILD_SOURCES): Promise<string> {
  const files = (await Promise.all(sources.map((source) => filesIn(join(root, source))))).flat();
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of [...new Set(files)].sort()) {
    const content = await readFile(file);
    hash.update(`\n${relative(root, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

async function filesIn(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
