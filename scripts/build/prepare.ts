import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundle } from './bundle.ts';

/** What a packed program runs first. */
export const start = fileURLToPath(new URL('start.cjs', import.meta.url));

const compile = fileURLToPath(new URL('compile.ts', import.meta.url));

/** A program's scripts in a folder: `name`, and beside it `name.cache`, what V8 of this machine made of it. */
export interface Prepared {
  folder: string;
  scripts: string[];
  /** Folders of the packages in them, as in `Bundle`. */
  packages: string[];
}

/** Bundles a program into `folder`, which is there and empty, and compiles its scripts. */
export async function prepare(program: string, folder: string): Promise<Prepared> {
  const { scripts, packages } = await bundle(program);
  for (const [file, text] of scripts) await writeFile(join(folder, file), text);
  await promisify(execFile)(process.execPath, ['--random-seed=1', compile, folder], { env: {} });
  return { folder, scripts: [...scripts.keys()], packages };
}
