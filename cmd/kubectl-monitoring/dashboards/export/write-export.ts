import { join, resolve } from 'node:path';
import { createFile } from '../../../shared/create-file.ts';
import type { AskedUi } from './with-ui.ts';

/** Writes an object to its file in the folder of the call, and gives its path; undefined without a folder. @throws {CommandError} */
export function writeExport(
  name: string,
  yaml: string,
  { values: { outputDirectory, overwrite }, host }: Pick<AskedUi, 'values' | 'host'>,
): string | undefined {
  if (outputDirectory === undefined) return undefined;
  const file = join(outputDirectory, `${name}.yaml`);
  const path = resolve(host.cwd(), file);
  createFile(path, yaml, { hint: 'Use --overwrite, or another folder.', overwrite });
  return file;
}
