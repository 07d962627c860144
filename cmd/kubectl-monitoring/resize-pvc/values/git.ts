import { execFile } from 'node:child_process';
import type { Host } from '../../../../lib/cli/command.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';

/** What git is run with: the user's environment, until they interrupt. */
export type GitHost = Pick<Host, 'env' | 'interrupted'>;

export interface GitOptions extends GitHost {
  /** A folder of the working tree. */
  cwd: string;
}

export interface GitResult {
  /** Whether it exited with 0. */
  ok: boolean;
  stdout: Buffer;
  /** What it said, on one line, hooks included. */
  said: string;
}

/** Runs the user's git with their configuration and hooks. Throws only where it can't be run or is interrupted. */
export function git(args: string[], { cwd, env, interrupted }: GitOptions): Promise<GitResult> {
  const options = {
    cwd,
    // A path is a path, whatever characters it has.
    env: { ...env, GIT_LITERAL_PATHSPECS: '1' },
    signal: interrupted,
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
    windowsHide: true,
  } as const;
  return new Promise((resolve, reject) => {
    execFile('git', args, options, (error, stdout, stderr) => {
      if (interrupted.aborted) return reject(interrupted.reason);
      if (error && typeof error.code !== 'number') return reject(notRun(error));
      const said = oneLine(`${stderr}`.trim().replaceAll(/\s*\n\s*/g, '; '));
      return resolve({ ok: error === null, stdout, said });
    });
  });
}

const notRun = (cause: Error): CommandError =>
  new CommandError('usage', `error: --commit: git can't be run: ${oneLine(cause.message)}`, {
    cause,
    mend: 'Install git and put it on PATH, or leave --commit out and commit by hand.',
  });

/** The lines that git printed. */
export const linesOf = (output: Buffer): string[] => `${output}`.split(/\r?\n/).filter(Boolean);
