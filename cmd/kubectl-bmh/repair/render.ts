import type { Host, Output } from '../../../lib/cli/command.ts';
import { writeDocument } from '../../../lib/cli/output.ts';
import type { Paint } from '../../../lib/cli/style.ts';
import { CommandError, type ErrorKind, exitCodes } from '../../../lib/errors.ts';
import { maskedIn, shown } from '../shown.ts';
import type { Report, Run, Verdict } from './report.ts';

/** Writes a report: the result on stdout in the format asked for, what a person has to know on stderr. */
export async function render(
  report: Report,
  { stdout, stderr }: Pick<Host, 'stdout' | 'stderr'>,
  { output, paint }: { output: 'json' | 'yaml' | 'name' | undefined; paint: Paint },
): Promise<void> {
  if (report.exitCode !== 0) renderFailure(report, stderr, paint);
  if (output === 'json' || output === 'yaml') await writeDocument(stdout, output, maskedIn(report));
  else if (report.exitCode !== 0) return;
  else if (output === 'name') stdout.write(`${report.resource}\n`);
  else stdout.write(`${shown(`${report.resource} ${report.message}`)}\n`);
}

/** What ends a run before there is a report is one too, where data was asked for: its reader has no other verdict. */
export async function renderError(error: unknown, { name, namespace, values, host }: Run): Promise<void> {
  const { output } = values;
  if (!(error instanceof CommandError) || (output !== 'json' && output !== 'yaml')) return;
  const verdict = VERDICTS[error.kind];
  const { message, mend } = error;
  const report = { host: name, namespace, verdict, exitCode: exitCodes[error.kind], message, mend };
  await writeDocument(host.stdout, output, maskedIn(report));
}

const VERDICTS: Record<ErrorKind, Verdict> = {
  usage: 'refused',
  refusal: 'refused',
  api: 'failed',
  timeout: 'timeout',
  aborted: 'interrupted',
};

/** How messages begin that stand for themselves, as kubectl has them. */
const SPOKEN = /^(error:|Error from server|The connection to|Unable to connect|Interrupted)/;

function renderFailure(report: Report, stderr: Output, paint: Paint): void {
  const { message, refusals, checks, causes, standing, next } = report;
  const lines = [
    SPOKEN.test(message) ? shown(message) : `${paint('red', 'error:')} ${shown(message)}`,
    ...refusals.flatMap(({ guard, reason, mend }) => [
      `  ${paint('bold', guard)}: ${shown(reason)}`,
      `    ${shown(mend).replaceAll('\n', '\n    ')}`,
    ]),
    ...checks.filter(({ ok }) => !ok).map(({ name, found }) => `  ${paint('bold', name)}: ${shown(found)}`),
    ...(causes.length > 0 ? ['What else it may be:', ...causes.map((cause) => `  - ${shown(cause)}`)] : []),
    ...(standing ? [shown(`${standing}${next ? `; to go on: ${next}` : ''}`)] : []),
    ...(next && !standing && !message.includes(next) ? [shown(`To go on: ${next}`)] : []),
  ];
  stderr.write(`${lines.join('\n')}\n`);
}
