import type { Host, Output } from '../../lib/cli/command.ts';
import { type DocumentFormat, isDocument, writeDocument } from '../../lib/cli/output.ts';
import type { Paint } from '../../lib/cli/style.ts';
import type { Refusal } from '../../lib/procedure/procedure.ts';
import { CommandError, type ErrorKind, exitCodes } from '../../lib/words/errors.ts';

/** How a command shows what comes from the cluster: as text on a terminal, and as data. */
export interface Sanitize {
  text(text: string): string;
  data(value: unknown): unknown;
}

/** How a run that changes something ended, as far as every such command says it. */
export interface Ending {
  /** As `-o name` prints it. */
  resource: string;
  verdict: string;
  exitCode: number;
  /** One line: what came of it, or what is wrong. */
  message: string;
  /** How things stand where the run did not finish, and the command that goes on. */
  state?: string;
  next?: string;
  refusals: Refusal[];
}

export type Format = DocumentFormat | 'name' | undefined;

interface Rendering {
  output: Format;
  paint: Paint;
  shown: Sanitize;
}

/**
 * Writes a report: the result on stdout in the format asked for, what a person has to know on stderr. `findings` are lines
 * below the refusals, shown as they are.
 */
export async function renderReport(
  report: Ending,
  { stdout, stderr }: Pick<Host, 'stdout' | 'stderr'>,
  { output, paint, shown, findings = [] }: Rendering & { findings?: string[] },
): Promise<void> {
  if (report.exitCode !== 0) renderFailure(report, stderr, { paint, shown, findings });
  if (isDocument(output)) await writeDocument(stdout, output, shown.data(report));
  else if (report.exitCode !== 0) return;
  else if (output === 'name') stdout.write(`${shown.text(report.resource)}\n`);
  else stdout.write(`${shown.text(`${report.resource} ${report.message}`)}\n`);
}

/** Writes the reports of several objects: one document of all where data is asked for, failures on stderr whatever the format. */
export async function renderItems<R extends Ending>(
  reports: R[],
  host: Pick<Host, 'stdout' | 'stderr'>,
  {
    output,
    exitCode,
    findingsOf = () => [],
    ...how
  }: Rendering & { exitCode: number; findingsOf?(report: R): string[] },
): Promise<void> {
  const isData = isDocument(output);
  if (reports.length === 0) host.stderr.write('No resources found\n');
  for (const report of reports)
    if (!isData || report.exitCode !== 0)
      await renderReport(report, host, {
        ...how,
        output: isData ? undefined : output,
        findings: findingsOf(report),
      });
  if (isData) await writeDocument(host.stdout, output, how.shown.data({ exitCode, items: reports }));
}

/** What ends a run before there is a report is one too, where data was asked for: its reader has no other verdict. */
export async function renderError(
  error: unknown,
  about: object,
  { stdout, output, shown }: Pick<Host, 'stdout'> & Pick<Rendering, 'output' | 'shown'>,
): Promise<void> {
  if (!(error instanceof CommandError) || !isDocument(output)) return;
  const verdict = VERDICTS[error.kind];
  const { message, hint } = error;
  const report = { ...about, verdict, exitCode: exitCodes[error.kind], message, hint };
  await writeDocument(stdout, output, shown.data(report));
}

const VERDICTS: Record<ErrorKind, string> = {
  usage: 'refused',
  refusal: 'refused',
  api: 'failed',
  'no-cluster': 'failed',
  timeout: 'timeout',
  aborted: 'interrupted',
};

/** How messages begin that stand for themselves, as kubectl has them. */
const SPOKEN = /^(error:|Error from server|The connection to|Unable to connect|Interrupted)/;

function renderFailure(
  { message, refusals, state, next }: Ending,
  stderr: Output,
  { paint, shown: { text }, findings }: Pick<Rendering, 'paint' | 'shown'> & { findings: string[] },
): void {
  const lines = [
    SPOKEN.test(message) ? text(message) : `${paint('red', 'error:')} ${text(message)}`,
    ...refusals.flatMap(({ guard, reason, hint }) => [
      `  ${paint('bold', guard)}: ${text(reason)}`,
      `    ${text(hint).replaceAll('\n', '\n    ')}`,
    ]),
    ...findings,
    ...(state ? [text(`${state}${next ? `; to go on: ${next}` : ''}`)] : []),
    ...(next && !state && !message.includes(next) ? [text(`To go on: ${next}`)] : []),
  ];
  stderr.write(`${lines.join('\n')}\n`);
}
