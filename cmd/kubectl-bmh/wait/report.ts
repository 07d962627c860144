import type { Host } from '../../../lib/cli/command.ts';
import type { Session } from '../../../lib/cluster/session.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { exitCodes } from '../../../lib/words/errors.ts';
import { exitCodeOf } from '../../shared/change/change.ts';
import { type Ending, renderItems } from '../../shared/render.ts';
import { causeLines } from '../shared/cause-lines.ts';
import { placeOf } from '../shared/report.ts';
import { BMH } from '../shared/sanitize.ts';
import type { WaitValues } from './flags.ts';

/** One call of `wait`: what the wait for each host needs. */
export interface WaitRun {
  values: WaitValues;
  session: Session;
  host: Host;
  /** In milliseconds. */
  timeout: number;
  stableFor: number;
  /** Prints a warning once for all hosts. */
  warn(text: string): void;
}

/** The result of the wait for one host. */
export interface WaitReport extends Ending {
  /** Other possible causes of the error. */
  causes: string[];
}

export const reportOf = (
  { session: { connection } }: WaitRun,
  { group, host }: Observed,
  what: Pick<WaitReport, 'verdict' | 'message'> & Partial<WaitReport>,
): WaitReport => ({
  ...placeOf(connection, group, host),
  exitCode: exitCodeOf(what.verdict),
  refusals: [],
  causes: [],
  ...what,
});

/** Writes the result of each host, failures to stderr in every format; returns the exit code. */
export async function renderReports(
  reports: WaitReport[],
  { values, session, host }: WaitRun,
): Promise<number> {
  const exitCode = exitCodeOfAll(reports);
  await renderItems(reports, host, {
    output: values.output,
    exitCode,
    paint: session.paint,
    plugin: BMH,
    kind: 'WaitList',
    findingsOf: ({ causes }) => causeLines(causes),
  });
  return exitCode;
}

/** The exit code of all hosts: an interruption proves nothing, and a host that cannot recover outranks a slow one. */
function exitCodeOfAll(reports: WaitReport[]): number {
  const codes = reports.map(({ exitCode }) => exitCode);
  return [exitCodes.aborted, 1, exitCodes.timeout].find((code) => codes.includes(code)) ?? 0;
}
