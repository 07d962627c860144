import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readGivenFile } from '../../../../lib/input/given-file.ts';
import { type CommandError, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { fileReason, isFileError, type TextFile, textOf } from '../../../shared/text-file.ts';

/** A file of values as it was read. */
export type ValuesFile = TextFile;

/** Reads a values file that is to be written later. What stands against either is a usage error that names the file. */
export async function readValuesFile(name: string, cwd: string): Promise<ValuesFile> {
  try {
    const path = await realpath(resolve(cwd, name));
    if (!(await stat(path)).isFile()) throw notAFile(name);
    const text = textOf(readGivenFile(path));
    if (text === undefined) throw notText(name);
    // A file is replaced by one that is made beside it.
    await access(path, constants.W_OK);
    await access(dirname(path), constants.W_OK | constants.X_OK);
    return { name, path, text };
  } catch (error) {
    throw isFileError(error) ? unusable(name, error) : error;
  }
}

const unusable = (name: string, error: NodeJS.ErrnoException): CommandError =>
  usageError(
    `values file ${oneLine(name)} can't be read and written: ${fileReason(error)}`,
    'Give --values a file that is yours to change.',
  );

const notAFile = (name: string): CommandError =>
  usageError(`values file ${oneLine(name)} is not a file`, 'Give --values each file by its own name.');

const notText = (name: string): CommandError =>
  usageError(
    `values file ${oneLine(name)} is not UTF-8`,
    'Save it as UTF-8, or see whether it is the right file.',
  );
