import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The SHA-256 of each file in a folder, as `sha256sum -c` reads it. */
export async function checksumsOf(folder: string): Promise<string> {
  const lines: string[] = [];
  for (const file of (await readdir(folder)).sort()) {
    const digest = createHash('sha256').update(await readFile(join(folder, file)));
    lines.push(`${digest.digest('hex')}  ${file}\n`);
  }
  return lines.join('');
}
