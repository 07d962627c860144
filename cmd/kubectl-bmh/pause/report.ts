import { unpausing } from '../../../lib/hosts/by-hand.ts';
import { isByHand } from '../../../lib/hosts/manual-pause.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { exitCodeOf, type Said, type Verdict } from '../../shared/change/change.ts';
import { type Ending, renderItems } from '../../shared/render.ts';
import { clusterWords, commandText } from '../../shared/words.ts';
import { placeOf } from '../shared/place.ts';
import { SANITIZE } from '../shared/sanitize.ts';
import type { PauseRun } from './run.ts';

/** What came of one host. */
export interface PauseReport extends Ending {
  host: string;
  namespace: string;
  context: string;
  server: string;
  verdict: Verdict;
}

export const reportOf = (
  { session: { connection } }: PauseRun,
  { group, host }: Observed,
  what: Said,
): PauseReport => ({
  ...placeOf(connection, group, host),
  exitCode: exitCodeOf(what.verdict),
  refusals: [],
  ...what,
});

/**
 * The command that ends whatever keeps a host paused: that of an unfinished run; for a pause by hand, one that does it by
 * hand, and fails where anybody has written to the host since.
 */
export function commandToResume({ values, change }: PauseRun, observed: Observed): string | undefined {
  const { host, record } = observed;
  const cluster = clusterWords({ namespace: host.namespace, values });
  if (typeof record === 'object') return ['kubectl bmh', record.goal, host.name, ...cluster].join(' ');
  if (change.verdict !== 'resumed' || !isByHand(observed)) return undefined;
  return commandText({ ...unpausing(observed), namespace: host.namespace }, { values });
}

/** The same command for this host alone. */
export const commandToRepeat = (
  { values, change }: PauseRun,
  { host: { namespace, name } }: Observed,
): string =>
  ['kubectl bmh', change.title.toLowerCase(), name, ...clusterWords({ namespace, values })].join(' ');

/** Writes what came of each host, failures on stderr whatever the format; gives the exit code, the highest of theirs. */
export async function renderReports(reports: PauseReport[], run: PauseRun): Promise<number> {
  const { values, session, host } = run;
  const exitCode = worstOf(reports);
  await renderItems(reports, host, {
    output: values.output,
    exitCode,
    paint: session.paint,
    shown: SANITIZE,
  });
  return exitCode;
}

export const worstOf = (reports: PauseReport[]): number =>
  Math.max(0, ...reports.map(({ exitCode }) => exitCode));
