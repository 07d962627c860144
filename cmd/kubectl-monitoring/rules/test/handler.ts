import { resolve } from 'node:path';
import type { Handler } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { isDocument, writeDocument } from '../../../../lib/cli/output.ts';
import { type Paint, paintFor } from '../../../../lib/cli/style.ts';
import type { Unread } from '../../../../lib/lint/finding.ts';
import { type CommandError, reportable } from '../../../../lib/words/errors.ts';
import { oneLine, printable } from '../../../../lib/words/text.ts';
import { durationOf } from '../../../shared/durations.ts';
import { resultOf } from '../../../shared/render.ts';
import { MONITORING } from '../../shared/plugin.ts';
import { testFilesOf } from './find.ts';
import type { TestValues } from './flags.ts';
import { runTests, type Tested } from './promtool.ts';

/** `rules test PATH…`: how the tests of each file ended, and what could not be run. */
export const testRules: Handler<TestValues> = async ({ args: paths, values }, host) => {
  const { output, color, timeout } = values;
  const limit = durationOf('timeout', timeout, { least: 1 });
  const program = values.promtool === undefined ? 'promtool' : resolve(host.cwd(), values.promtool);
  const paint = paintFor(host.stdout, host, color);
  const tested: Tested[] = [];
  const unread: Unread[] = [];
  let failure: CommandError | undefined;
  try {
    for await (const test of testFilesOf(paths, host.cwd())) {
      host.interrupted.throwIfAborted();
      const ended = 'reason' in test ? test : await runTests(test, { program, limit, timeout, host });
      if ('reason' in ended) unread.push(ended);
      else {
        tested.push(ended);
        if (!isDocument(output)) host.stdout.write(textFor(ended, paint));
      }
    }
  } catch (error) {
    failure = reportable(error);
  }
  if (tested.length + unread.length === 0 && !failure) unread.push({ path: paths.join(', '), ...NOTHING });
  const failed = tested.filter(({ isPassed }) => !isPassed).length;
  const isRun = unread.length === 0 && !failure;
  const exitCode = failed > 0 ? 1 : isRun ? 0 : 2;
  if (isDocument(output)) {
    const result = {
      verdict: failed > 0 ? 'failed' : isRun ? 'clean' : 'unknown',
      exitCode,
      ...(failure && { message: failure.message, hint: failure.hint }),
      items: tested.map(({ path, isPassed, message }) => ({
        file: { path },
        verdict: isPassed ? ('clean' as const) : ('failed' as const),
        message,
      })),
      unread,
    } as const;
    await writeDocument(host.stdout, output, resultOf(MONITORING, 'RuleTestReport', result));
  } else if (tested.length > 0) {
    const files = tested.length === 1 ? '1 test file' : `${tested.length} test files`;
    host.stdout.write(`${files}: ${tested.length - failed} passed, ${failed} failed\n`);
  }
  const error = paintFor(host.stderr, host, color)('red', 'error:');
  for (const { path, reason, hint } of unread)
    host.stderr.write(folded(`${error} ${oneLine(`${path}: ${reason}; ${hint}`)}\n`, host.stderr));
  if (failure) host.stderr.write(folded(`${failure.message}\n${failure.hint}\n`, host.stderr));
  return exitCode;
};

function textFor({ path, isPassed, message }: Tested, paint: Paint): string {
  const verdict = isPassed ? paint('green', 'ok') : paint('red', 'failed');
  return `${verdict} ${oneLine(path)}\n${message && `${printable(message)}\n`}`;
}

const NOTHING = { reason: 'no test files found', hint: 'pass test files of promtool, or folders with them' };
