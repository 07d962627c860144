import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Patch } from '../../../lib/hosts/action.ts';
import type { PayloadPart, Payloads } from '../../../lib/hosts/payloads.ts';
import { readGivenFile } from '../../../lib/input/given-file.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { fileReason, isFileError } from '../../shared/text-file.ts';

/** The payload files of §4.A steps 4 and 5: private, and read back before they are sent. */
export interface PayloadFiles {
  write(payloads: Payloads): void;
  /** Parses the files again; their content is then what is sent. */
  validate(): void;
  /** The validated payload. Throws if the files are not validated yet. */
  payload(part: PayloadPart): Patch['payload'];
  /** Releases the files: they are deleted with the last of their folder, unless `--payload-dir` keeps them. */
  remove(): void;
}

/** The folder of the payload files of a run, shared by a fleet. */
export interface PayloadFolder {
  /**
   * The files of one host, whose names start with `stem`. Creates the folder at once, so that this fails before anything is
   * changed.
   */
  filesOf(stem: string): PayloadFiles;
}

/**
 * @param keepIn the folder that keeps the files; when absent, a private temporary folder that is deleted with the last of them.
 */
export function payloadFolder(keepIn?: string): PayloadFolder {
  let made: string | undefined;
  let users = 0;
  const removeNow = (): void => {
    if (made !== undefined && keepIn === undefined) rmSync(made, { recursive: true, force: true });
    made = undefined;
  };
  return {
    filesOf(stem) {
      made ??= keepIn === undefined ? temporaryFolder() : keptFolder(keepIn);
      // A second Ctrl-C exits at once, without remove().
      if (users === 0) process.on('exit', removeNow);
      users += 1;
      return payloadFiles(stem, made, () => {
        users -= 1;
        if (users > 0) return;
        process.off('exit', removeNow);
        removeNow();
      });
    },
  };
}

function payloadFiles(stem: string, folder: string, remove: () => void): PayloadFiles {
  let written: Payloads | undefined;
  let valid: Payloads | undefined;
  const file = (part: string): string => join(folder, `${stem}-${part}.json`);

  return {
    write(payloads) {
      for (const part of partsOf(payloads)) {
        // Removed first: overwriting keeps the file's mode and follows a symlink.
        attempt(file(part), () => rmSync(file(part), { force: true }));
        const text = `${JSON.stringify(payloads[part], null, 2)}\n`;
        attempt(file(part), () => writeFileSync(file(part), text, { mode: 0o600, flag: 'wx' }));
      }
      written = payloads;
    },
    validate() {
      const read = written && partsOf(written).map((part) => [part, parsed(file(part))]);
      const found = Object.fromEntries(read ?? []) as Payloads;
      if (!isDeepStrictEqual(found, written))
        throw new CommandError(
          'refusal',
          `error: the payload files in ${folder} have changed since they were written`,
          {
            hint: 'Find out what else writes to that directory, then run the same command again.',
          },
        );
      valid = found;
    },
    payload(part) {
      const payload = valid?.[part];
      if (!payload) throw new Error(`payload ${part} is sent before its file was validated`);
      return payload;
    },
    remove,
  };
}

const partsOf = (payloads: Payloads): PayloadPart[] => Object.keys(payloads) as PayloadPart[];

const temporaryFolder = (): string => attempt(tmpdir(), () => mkdtempSync(join(tmpdir(), 'kubectl-bmh-')));

/** Created if missing, but not its parents: Node hangs on that on a file system that refuses directories. */
function keptFolder(path: string): string {
  if (!existsSync(path)) attempt(path, () => mkdirSync(path, { mode: 0o700 }));
  // The dot fails where the path is not a folder.
  attempt(path, () => accessSync(`${path}/.`, constants.W_OK | constants.X_OK));
  return path;
}

function parsed(path: string): unknown {
  return attempt(path, () => JSON.parse(readGivenFile(path).toString()) as unknown);
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw new CommandError(
      'refusal',
      `error: cannot keep payload files at ${path}: ${isFileError(cause) ? fileReason(cause) : (cause as Error).message}`,
      {
        cause,
        hint: 'Check that the directory exists, has space and is yours, or give another one with --payload-dir.',
      },
    );
  }
}
