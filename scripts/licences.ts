import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The licences, by SPDX identifier, under which packages may become part of what is shipped: permissive ones, which ask for
 * no more than their notice. Read a license before adding it here.
 */
export const ALLOWED: readonly string[] = [
  'Apache-2.0',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Unlicense',
];

/**
 * The SPDX identifier under which the package in this folder is licensed, by its package.json.
 *
 * @throws {Error} where it names none, or one that is not `ALLOWED`: nothing of it may be shipped.
 */
export async function licenceOf(packageFolder: string): Promise<string> {
  const { name, license } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  if (typeof license === 'string' && ALLOWED.includes(license)) return license;
  throw new Error(
    `${name ?? packageFolder} has the licence ${JSON.stringify(license)}, which is not among those allowed: ${ALLOWED.join(', ')}`,
  );
}
