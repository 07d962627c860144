import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { licenceOf } from '../licences.ts';
import { root } from '../root.ts';
import { lockedPackage } from './lockfile.ts';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)(?![a-z])/i;
const RULE = '='.repeat(80);

/**
 * The licences of everything in a program that others wrote: of each package, and of Node with all that is part of it.
 *
 * @param packages folders from the project's: `node_modules/yargs`
 * @param node the same, of a package with Node
 * @throws {Error} where a package has no licence text, or a licence that is not allowed.
 */
export async function noticesOf(program: string, packages: string[], node: string): Promise<string> {
  const parts = await Promise.all([...packages, node].map(noticeOf));
  return `${program} contains the software listed here, under these licences.\n\n${parts.join('\n')}`;
}

async function noticeOf(folder: string): Promise<string> {
  const licence = await licenceOf(join(root, folder));
  const { version } = lockedPackage(folder);
  return `${RULE}\n${nameOf(folder)} ${version} (${licence})\n${RULE}\n\n${await licenceTextOf(folder)}\n`;
}

/** The name of the package in a folder. */
const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 13);

async function licenceTextOf(folder: string): Promise<string> {
  const files = (await readdir(join(root, folder))).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file), 'utf8')));
  if (texts.length > 0) return texts.map((text) => `${text.replaceAll('\r\n', '\n').trim()}\n`).join('\n');
  throw new Error(`${folder} has no licence text: nothing of it may be shipped without.`);
}
