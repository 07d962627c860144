import type { Host, Output } from '../../lib/cli/command.ts';
import { folded } from '../../lib/cli/folded.ts';
import { type DocumentFormat, isDocument, writeDocument } from '../../lib/cli/output.ts';
import type { Paint } from '../../lib/cli/style.ts';
import type { Refusal } from '../../lib/procedure/procedure.ts';
import { CommandError, type ErrorKind, exitCodes } from '../../lib/words/errors.ts';
import { oneLine } from '../../lib/words/text.ts';
import { type Verdict, worstVerdict } from '../../lib/words/verdict.ts';
import type { StepReport } from './change/account.ts';
import type { FieldChange } from './change/changes.ts';

/** How one of the two plugins shows results: its name in them, and what it does to text from the cluster. */
export interface Plugin {
  apiVersion: `${string}.kubectl/v1`;
  /** Text as a terminal may have it. */
  text(text: string): string;
  /** A copy of data without what must not be seen. */
  data(value: unknown): unknown;
}

/** What came of one object, as far as every command says it. */
export interface Ending {
  name: string;
  namespace: string;
  /** As `-o name` prints it. */
  resource: string;
  context: string;
  server: string;
  verdict: Verdict;
  /** Why, in one word or more that do not change between versions: the guards that refused, or what was seen. */
  reason?: string;
  exitCode: number;
  /** One line: what came of it, or what is wrong. */
  message: string;
  /** The current state where the run did not finish, and the command that resumes it. */
  state?: string;
  next?: string;
  refusals: Refusal[];
  /** What the run did, if it began: its steps, and each field before and after. */
  steps?: StepReport[];
  changes?: FieldChange[];
}

export type Format = DocumentFormat | 'name' | undefined;

interface Rendering {
  output: Format;
  paint: Paint;
  plugin: Plugin;
  /** What the data is called: `RepairList`. */
  kind: string;
}

/** The guards that refused, as a reason. */
export const guardsOf = (refusals: readonly Refusal[]): string =>
  refusals.map(({ guard }) => guard).join(', ');

/** The data of a result, the same shape for one object and for many. */
export const resultOf = <Result extends { verdict: Verdict; exitCode: number }>(
  { apiVersion }: Pick<Plugin, 'apiVersion'>,
  kind: string,
  result: Result,
) => ({ apiVersion, kind, ...result });

/** An object's part of a result: it is named as Kubernetes names objects. */
export const itemOf = <What extends { name: string; namespace: string }>({
  name,
  namespace,
  ...what
}: What) => ({
  metadata: { name, namespace },
  ...what,
});

/**
 * Writes a report: the result on stdout in the format asked for, what the user has to know on stderr. `findings` are lines
 * below the refusals, printed as they are.
 */
export async function renderReport(
  report: Ending,
  host: ResultHost & Pick<Host, 'stderr'>,
  { findings = [], ...how }: Rendering & { findings?: string[] },
): Promise<void> {
  const { exitCode, message, next } = report;
  await renderItems([report], host, { ...how, exitCode, findingsOf: () => findings });
  if (exitCode === 0 && how.output === undefined && next && !message.includes(next))
    host.stderr.write(folded(`${how.plugin.text(`Next: ${next}`)}\n`, host.stderr));
}

/** Writes the reports of several objects: one document of all where data is asked for, failures on stderr whatever the format. */
export async function renderItems<R extends Ending>(
  reports: R[],
  host: ResultHost & Pick<Host, 'stderr'>,
  {
    output,
    plugin,
    kind,
    paint,
    exitCode,
    findingsOf = () => [],
  }: Rendering & { exitCode: number; findingsOf?(report: R): string[] },
): Promise<void> {
  const { stdout, stderr } = host;
  // First: if stdout is closed, the report of the run is still written.
  await writeResult(host, output, () => {
    const verdict = worstVerdict(reports.map((report) => report.verdict));
    return plugin.data(resultOf(plugin, kind, { verdict, exitCode, items: reports.map(itemOf) }));
  });
  if (reports.length === 0) stderr.write('No resources found\n');
  for (const report of reports) {
    const { resource, message } = report;
    if (report.exitCode !== 0) renderFailure(report, stderr, { paint, plugin, findings: findingsOf(report) });
    else if (output === 'name') stdout.write(`${plugin.text(resource)}\n`);
    else if (output === undefined) stdout.write(folded(`${plugin.text(`${resource} ${message}`)}\n`, stdout));
  }
}

/** What a result is written to. */
export type ResultHost = Pick<Host, 'stdout' | 'recorder'>;

/** Whether a run's result is wanted as data: by `-o`, or for its report. */
export const isData = (output: string | undefined, { recorder }: Pick<Host, 'recorder'>): boolean =>
  isDocument(output) || recorder?.hasReport === true;

/** Writes a result, with the record of its run, where data is asked for; the report of the run is made from it, too. */
export async function writeResult(
  { stdout, recorder }: ResultHost,
  output: string | undefined,
  resultOfRun: () => unknown,
): Promise<void> {
  if (!isData(output, { recorder })) return;
  const result = resultOfRun() as object;
  const whole = recorder ? await recorder.recorded(result) : result;
  if (isDocument(output)) await writeDocument(stdout, output, whole);
}

/** Writes what ended a run before there was a report, where data was asked for: its reader has no other verdict. */
export async function renderError(
  error: unknown,
  host: ResultHost,
  { output, plugin, kind }: Omit<Rendering, 'paint' | 'output'> & { output: string | undefined },
): Promise<void> {
  if (!(error instanceof CommandError)) return;
  await writeResult(host, output, () =>
    plugin.data(resultOf(plugin, kind, { ...failureOf(error), items: [] })),
  );
}

/**
 * Writes that the cluster could not be read: its state is unknown, which does not mean that something is wrong.
 *
 * @param more the result's own fields.
 * @returns the exit code, 2.
 */
export async function renderUnread(
  { message, hint }: CommandError,
  host: ResultHost & Pick<Host, 'stderr'>,
  {
    output,
    plugin,
    kind,
    more,
  }: Omit<Rendering, 'paint' | 'output'> & { output: string | undefined; more?: object },
): Promise<number> {
  const result = { verdict: 'unknown', exitCode: 2, message, ...(hint && { hint }), items: [] } as const;
  await writeResult(host, output, () => plugin.data(resultOf(plugin, kind, { ...result, ...more })));
  host.stderr.write(folded(`${plugin.text([message, hint].filter(Boolean).join('\n'))}\n`, host.stderr));
  return result.exitCode;
}

/** An error as a result has it. */
export const failureOf = ({ kind, message, hint }: CommandError) => ({
  verdict: VERDICTS[kind],
  exitCode: exitCodes[kind],
  message,
  ...(hint && { hint }),
});

const VERDICTS: Record<ErrorKind, Verdict> = {
  usage: 'blocked',
  refusal: 'blocked',
  api: 'failed',
  'no-cluster': 'failed',
  timeout: 'timed-out',
  aborted: 'interrupted',
};

/** How messages begin that need no `error:` before them, as kubectl's own do. */
const SPOKEN = /^(error:|Error from server|The connection to|Unable to connect|Interrupted)/;

/** What stands before the next command. A run that guards refuse is refused again until the user has done what they ask for. */
const leadTo = (next: string, refusals: readonly Refusal[]): string =>
  PLUGIN.test(next) && refusals.some(({ guard }) => !OTHER_RUN.has(guard))
    ? 'once the checks above pass, run:'
    : 'to continue:';

const PLUGIN = /^kubectl (bmh|monitoring) /;

/** Guards after which the next command is another one than the run that they refused, which they do not refuse. */
const OTHER_RUN = new Set([
  'address-put-back',
  'other-goal',
  'other-mode',
  'other-retention-size',
  'other-size',
  'other-target',
]);

function renderFailure(
  { message, refusals, state, next }: Ending,
  stderr: Output,
  { paint, plugin: { text }, findings }: Pick<Rendering, 'paint' | 'plugin'> & { findings: string[] },
): void {
  const lines = [
    SPOKEN.test(message) ? text(message) : `${paint('red', 'error:')} ${text(message)}`,
    ...refusals.flatMap(({ guard, reason, hint }) => [
      `  ${paint('bold', guard)}: ${oneLine(text(reason))}`,
      `    ${text(hint).replaceAll('\n', '\n    ')}`,
    ]),
    ...findings,
    ...(state ? [text(`${state}${next ? `; ${leadTo(next, refusals)} ${next}` : ''}`)] : []),
    ...(next && !state && !message.includes(next) ? [text(`Next: ${next}`)] : []),
  ];
  stderr.write(folded(`${lines.join('\n')}\n`, stderr));
}
