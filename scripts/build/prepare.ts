import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.ts';
import { rehearse } from './rehearsal.ts';

/** What a packed program runs first. */
export const start = fileURLToPath(new URL('start.cjs', import.meta.url));

/** A program's scripts in a folder: `name`, and beside it `name.cache`, what V8 of this machine made of it. */
export interface Prepared {
  folder: string;
  scripts: string[];
  /** Folders of the packages in them, as in `Bundle`. */
  packages: string[];
}

/** Bundles a program into `folder`, which is there and empty, and rehearses it. */
export async function prepare(program: string, folder: string): Promise<Prepared> {
  const { scripts, packages } = await bundle(program);
  for (const [file, text] of scripts) {
    await writeFile(join(folder, file), text);
    await writeFile(join(folder, `${file}.cache`), '');
  }
  await rehearse(program, start, folder);
  return { folder, scripts: [...scripts.keys()], packages };
}
