import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Patch } from '../../../lib/hosts/action.ts';
import type { PayloadPart, Payloads } from '../../../lib/hosts/payloads.ts';
import { readGivenFile } from '../../../lib/input/given-file.ts';
import { CommandError } from '../../../lib/words/errors.ts';

/** The payload files of §4.A steps 4 and 5: private, read back before anything of them is sent. */
export interface PayloadFiles {
  write(payloads: Payloads): void;
  /** Parses the files again; what is then sent is what they say. */
  validate(): void;
  /** The validated payload; an error where the files were not validated yet. */
  payload(part: PayloadPart): Patch['payload'];
  /** Has no use for the files any more: they go with the last of their folder, unless the person asked to keep them. */
  remove(): void;
}

/** Where the payload files of a run lie: in one folder, those of a fleet as well. */
export interface PayloadFolder {
  /**
   * The files of one host, whose names begin with `stem`. The folder is made at once, so that one which can't be had is found
   * out before anything is touched.
   */
  filesOf(stem: string): PayloadFiles;
}

/**
 * @param keepIn the folder that keeps the files; when absent they lie in a private temporary one, which goes with the last of them.
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
      if (users === 0) process.on('exit', removeNow);
      users += 1;
      return payloadFiles(stem, made, () => {
        users -= 1;
        if (users > 0) return;
        // A second Ctrl-C ends the process at once, without coming by here.
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
        // Removed first: writing over a file keeps its mode, and follows it where it is a link.
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
          `error: the payload files in ${folder} are not what was written there`,
          {
            hint: 'Somebody changed them: see who writes in that folder, then run this again.',
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

/** Made where it is missing, but not its parents: Node never comes back from that where a file system takes none. */
function keptFolder(path: string): string {
  if (!existsSync(path)) attempt(path, () => mkdirSync(path, { mode: 0o700 }));
  // The dot asks whether it is a folder at all.
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
      `error: payload files can't be kept at ${path}: ${(cause as Error).message}`,
      {
        cause,
        hint: 'See that the folder exists, has room and is yours, or give another with --payload-dir.',
      },
    );
  }
}
