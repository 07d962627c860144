import type { Host } from '../../../lib/cli/command.ts';
import type { Session } from '../../../lib/cluster/session.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { exitCodes } from '../../../lib/words/errors.ts';
import { exitCodeOf } from '../../shared/change/change.ts';
import { type Ending, renderItems } from '../../shared/render.ts';
import { placeOf } from '../shared/report.ts';
import { BMH, sanitize } from '../shared/sanitize.ts';
import type { WaitValues } from './flags.ts';

/** One call of `wait`: what the wait for each host needs. */
export interface WaitRun {
  values: WaitValues;
  session: Session;
  host: Host;
  /** In milliseconds. */
  timeout: number;
  stableFor: number;
  /** Says a warning, the same one once for all hosts. */
  warn(text: string): void;
}

/** What came of the wait for one host. */
export interface WaitReport extends Ending {
  /** What else may keep the host in the error. */
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

/** Writes what came of each host, failures on stderr whatever the format; gives the exit code. */
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
    findingsOf: ({ causes }) =>
      causes.length > 0 ? ['What else it may be:', ...causes.map((cause) => `  - ${sanitize(cause)}`)] : [],
  });
  return exitCode;
}

/** That of all: an interruption has told nothing for sure, and a host that can't be healthy counts before one that is slow. */
function exitCodeOfAll(reports: WaitReport[]): number {
  const codes = reports.map(({ exitCode }) => exitCode);
  return [exitCodes.aborted, 1, exitCodes.timeout].find((code) => codes.includes(code)) ?? 0;
}
