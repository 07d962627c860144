import { accessSync, constants, existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Host } from '../../lib/cli/command.ts';
import { CommandError, usageError } from '../../lib/words/errors.ts';
import { oneLine } from '../../lib/words/text.ts';
import { createFile } from './create-file.ts';
import { fileReason, isFileError } from './text-file.ts';

interface PageOptions {
  /** Whether a file that is there may be replaced. */
  overwrite: boolean;
  /** The flag that names the file, for hints. */
  flag?: '--output' | '--report';
}

/** What a page is made from. */
interface Source {
  /** Its path; undefined for stdin. */
  path: string | undefined;
  /** What messages call it: `dashboard`. */
  noun: string;
}

/** The file of a page, and what messages call it. */
interface PageTarget {
  path: string;
  name: string;
}

/**
 * Where a page goes that is made from a file: to `output`, or else to the current folder. Undefined for stdout.
 *
 * @param name the file after which the page is named: `shop.json` becomes `shop.html`.
 * @throws {CommandError} as `checkTarget`.
 */
export function pageTarget(
  { name, output, ...how }: PageOptions & { name: string; output: string | undefined; source: Source },
  { cwd }: Pick<Host, 'cwd'>,
): PageTarget | undefined {
  if (output === '-') return undefined;
  const shown = output ?? `${basename(name).replace(/\.(json|ya?ml)$/i, '')}.html`;
  // Without its slash, the name of a folder would be one of a file.
  if (/[/\\]$/.test(shown))
    throw usageError(`${oneLine(shown)} is not the name of a file`, 'Choose a file with --output.');
  const path = resolve(cwd(), shown);
  checkTarget(path, how);
  return { path, name: oneLine(shown) };
}

/** Writes a page where it goes, and what it shows in a line; stdout gets the page alone. @throws {CommandError} as `writePage`. */
export function deliverPage(
  target: PageTarget | undefined,
  { page, summary, overwrite }: { page: string; summary: string; overwrite: boolean },
  { stdout }: Pick<Host, 'stdout'>,
): void {
  if (target) {
    writePage(target.path, page, { overwrite });
    stdout.write(`${target.name}: ${summary}\n`);
  } else stdout.write(page);
}

/**
 * Checks that a page may be written there, before anything is asked.
 *
 * @throws {CommandError} if its folder cannot be written, or another file is there that is not to be replaced.
 */
export function checkTarget(
  target: string,
  { overwrite, flag = '--output', source }: PageOptions & { source?: Source | undefined },
): void {
  checkFolder(dirname(target), flag);
  if (!isThere(target, flag)) return;
  const path = realpathSync(target);
  if (source?.path !== undefined && existsSync(source.path) && path === realpathSync(source.path))
    throw usageError(`${oneLine(target)} is the ${source.noun} itself`, `Choose another file with ${flag}.`);
  if (!statSync(path).isFile())
    throw usageError(`${oneLine(target)} is not a file`, `Choose a file with ${flag}.`);
  if (!overwrite)
    throw new CommandError('refusal', `error: ${oneLine(target)} exists already`, {
      hint: replaceHint(flag),
    });
  // The target of a link is replaced, in its own folder.
  checkFolder(dirname(path), flag);
}

/** Writes a page, whole or not at all. @throws {CommandError} if it cannot be written, or another file has appeared there. */
export const writePage = (path: string, page: string, { overwrite, flag = '--output' }: PageOptions): void =>
  createFile(path, page, { hint: replaceHint(flag), overwrite });

const replaceHint = (flag: string): string =>
  `Replace it with --overwrite, or choose another file with ${flag}.`;

function checkFolder(folder: string, flag: string): void {
  if (!existsSync(folder))
    throw usageError(
      `${oneLine(folder)} does not exist`,
      `Create the folder, or choose another file with ${flag}.`,
    );
  if (!statSync(folder).isDirectory())
    throw usageError(`${oneLine(folder)} is not a folder`, `Choose another file with ${flag}.`);
  tried(folder, flag, () => accessSync(folder, constants.W_OK | constants.X_OK));
}

function isThere(target: string, flag: string): boolean {
  if (existsSync(target)) return true;
  const link = tried(target, flag, () => lstatSync(target, { throwIfNoEntry: false }));
  if (link)
    throw usageError(
      `${oneLine(target)} is a link that leads to no file`,
      `Choose another file with ${flag}.`,
    );
  return false;
}

/** @throws {CommandError} that the path cannot be written, for an error of the operating system. */
function tried<T>(path: string, flag: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw usageError(
      `${oneLine(path)} cannot be written: ${fileReason(error)}`,
      `Choose another file with ${flag}.`,
    );
  }
}
