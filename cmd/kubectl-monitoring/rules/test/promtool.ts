import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../../../../lib/cli/command.ts';
import type { Unread } from '../../../../lib/lint/finding.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { type Ended, type ProgramError, runProgram } from '../../../shared/run-program.ts';
import { fileReason, isFileError } from '../../../shared/text-file.ts';
import { type Copy, copiesFor } from './copies.ts';
import type { FoundTest } from './find.ts';

/** How the tests of a file ended. */
export interface Tested {
  /** Of the test file, as the user would call it. */
  path: string;
  isPassed: boolean;
  /** What promtool said, with the paths of the user; mostly empty if they passed. */
  message: string;
}

export interface Promtool {
  /** A name on PATH, or an absolute path. */
  program: string;
  /** How long it may take for one file: in milliseconds, and as the user gave it. */
  limit: number;
  timeout: string;
  host: Pick<Host, 'env' | 'interrupted'>;
}

/**
 * Runs the tests of a file through promtool, on private copies.
 *
 * @throws {CommandError} if promtool cannot be run at all, and of an interruption.
 */
export async function runTests(test: FoundTest, promtool: Promtool): Promise<Tested | Unread> {
  const copies = await copiesFor(test);
  if ('reason' in copies) return copies;
  let folder = '';
  const remove = (): void => {
    if (folder !== '') rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  // A second Ctrl-C exits at once.
  process.on('exit', remove);
  try {
    folder = mkdtempSync(join(tmpdir(), 'kubectl-monitoring-'));
    // Its end is random, so that no text of the user looks like the name of a copy.
    const lead = `${folder.slice(-6)}-`;
    const write = (name: string, text: string): string => {
      writeFileSync(join(folder, `${lead}${name}.yaml`), text, { mode: 0o600, flag: 'wx' });
      return `${lead}${name}.yaml`;
    };
    const files = copies.map(({ text }, at) => write(String(at), text));
    const ended = await run(write('test', test.withRuleFiles(files)), { folder, test, promtool });
    return 'reason' in ended ? ended : testedBy(ended, { lead, test, copies });
  } catch (error) {
    if (!isFileError(error)) throw error;
    const reason = `cannot be copied to ${tmpdir()}: ${fileReason(error)}`;
    return { path: test.name, reason, hint: 'check its free space and your permissions' };
  } finally {
    remove();
    process.off('exit', remove);
  }
}

async function run(
  file: string,
  {
    folder,
    test: { name },
    promtool: { program, limit, timeout, host },
  }: { folder: string; test: FoundTest; promtool: Promtool },
): Promise<Ended | Unread> {
  const late = AbortSignal.timeout(limit);
  try {
    return await runProgram(program, ['test', 'rules', file], {
      cwd: folder,
      // promtool keeps series there, and leaves them behind if it is killed.
      env: { ...host.env, TMPDIR: folder, TMP: folder, TEMP: folder },
      signal: AbortSignal.any([host.interrupted, late]),
      killSignal: 'SIGKILL',
    });
  } catch (error) {
    host.interrupted.throwIfAborted();
    if (late.aborted)
      return {
        path: name,
        reason: `promtool did not end within ${timeout}`,
        hint: 'allow more time with --timeout',
      };
    const { code, signal, message } = error as ProgramError;
    if (code === 'ENOENT')
      throw new CommandError('usage', `error: ${oneLine(program)} not found`, {
        cause: error,
        hint: INSTALL,
      });
    if (isFileError(error))
      throw new CommandError('usage', `error: ${oneLine(program)} cannot be run: ${fileReason(error)}`, {
        cause: error,
        hint: 'Check that it is a program that you may execute (chmod +x).',
      });
    return {
      path: name,
      reason: `promtool ${signal ? `was ended by ${signal}` : `failed: ${message}`}`,
      hint: CHECK,
    };
  }
}

const INSTALL =
  'promtool is in the release archives of Prometheus, and in the package prometheus of Debian and Ubuntu. Put it on PATH, or pass --promtool FILE.';
const CHECK = 'check that it is promtool: run it with --version';

/** What promtool says of the tests. */
function testedBy(
  { code, stdout, stderr }: Ended,
  { lead, test, copies }: { lead: string; test: FoundTest; copies: readonly Copy[] },
): Tested | Unread {
  const said = `${stdout}\n${stderr}`.replaceAll('\r\n', '\n');
  const isPassed = code === 0 && /^ *SUCCESS$/m.test(said);
  if (!isPassed && (code === 0 || !/^ *FAILED:$/m.test(said)))
    return {
      path: test.name,
      reason: `promtool ended with exit code ${code} and no result: ${oneLine(said.trim().slice(0, EXCERPT))}`,
      hint: CHECK,
    };
  const message = said
    .replaceAll(/^(?: *SUCCESS| *FAILED:|Unit Testing: .*)$/gm, '')
    .replaceAll(new RegExp(`${lead}(\\d+|test)[.]yaml(: \\d+:\\d+)?`, 'g'), (_, key, place = '') => {
      const copy = copies[Number(key)];
      return copy ? `${copy.name}${copy.isUnwrapped ? '' : place}` : `${test.name}${place}`;
    })
    .replaceAll(/^\n+|\s+$/g, '');
  return { path: test.name, isPassed, message };
}

/** Characters of an output that is not promtool's. */
const EXCERPT = 200;
