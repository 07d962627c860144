import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { order } from '../words/text.ts';

/** The files of the building block (§1) as `init` writes them, by their paths from its folder. The build puts them into the program. */
export function blockFiles(): Record<string, string> {
  const folder = new URL('files/', import.meta.url);
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        relative(fileURLToPath(folder), join(parentPath, name)).replaceAll(sep, '/'),
      )
      .map((path): [string, string] => [path, readFileSync(new URL(path, folder), 'utf8')])
      .toSorted(([one], [other]) => order(one, other)),
  );
}
