import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDERS = ['cmd', 'lib', 'scripts/build'];
const FILES = ['package.json', 'package-lock.json'];

/** A digest of everything that a packed program is made from: sources, packages, the build itself and Node. */
export async function inputsOf(root: string): Promise<string> {
  const found = await Promise.all(FOLDERS.map((folder) => filesIn(root, folder)));
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of [...FILES, ...found.flat()].sort()) {
    const content = await readFile(join(root, file));
    hash.update(`\n${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

async function filesIn(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(root.length));
}
