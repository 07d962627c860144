import { writeDocument } from '../../../lib/cli/output.ts';
import { exitCodes } from '../../../lib/errors.ts';
import { unpausing } from '../../../lib/hosts/by-hand.ts';
import { isByHand } from '../../../lib/hosts/manual-pause.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import { type Ending, renderReport } from '../../render.ts';
import { clusterWords, commandText } from '../../words.ts';
import { placeOf } from '../place.ts';
import { SHOWN } from '../repair/render.ts';
import type { PauseRun } from './change-pauses.ts';

/** What came of one host. */
export interface PauseReport extends Ending {
  host: string;
  namespace: string;
  context: string;
  server: string;
  verdict: Verdict;
}

type Verdict =
  | 'paused'
  | 'resumed'
  | 'unchanged'
  | 'declined'
  | 'refused'
  | 'failed'
  | 'timeout'
  | 'interrupted';

const codes: Record<Verdict, number> = {
  paused: 0,
  resumed: 0,
  unchanged: 0,
  declined: 1,
  refused: exitCodes.refusal,
  failed: exitCodes.api,
  timeout: exitCodes.timeout,
  interrupted: exitCodes.aborted,
};

export const reportOf = (
  { session: { connection } }: PauseRun,
  { group, host }: Observed,
  what: Pick<PauseReport, 'verdict' | 'message'> & Partial<PauseReport>,
): PauseReport => ({
  ...placeOf(connection, group, host),
  exitCode: codes[what.verdict],
  refusals: [],
  ...what,
});

/** What to say of a host that guards refuse, with the command that goes on where there is one. */
export function refusedReport(run: PauseRun, observed: Observed, refusals: Refusal[]): PauseReport {
  const { name, namespace } = observed.host;
  const next = commandToGoOn(run, observed);
  return reportOf(run, observed, {
    verdict: 'refused',
    message: `host ${namespace}/${name} ${run.change.notDone}; nothing was changed`,
    refusals,
    ...(next !== undefined && { next }),
  });
}

/**
 * The command that ends whatever keeps a host paused: that of an unfinished run; for a pause by hand, one that does it by
 * hand, and fails where anybody has written to the host since.
 */
function commandToGoOn({ values, change }: PauseRun, observed: Observed): string | undefined {
  const { host, record } = observed;
  const cluster = clusterWords({ namespace: host.namespace, values });
  if (typeof record === 'object') return ['kubectl bmh', record.goal, host.name, ...cluster].join(' ');
  if (change.verdict !== 'resumed' || !isByHand(observed)) return undefined;
  return commandText({ ...unpausing(observed), namespace: host.namespace }, { values });
}

/** Writes what came of each host, failures on stderr whatever the format; gives the exit code, the highest of theirs. */
export async function renderReports(reports: PauseReport[], run: PauseRun): Promise<number> {
  const { values, session, host } = run;
  const output = values.output === 'name' ? values.output : undefined;
  const data = values.output === 'name' ? undefined : values.output;
  const exitCode = worstOf(reports);
  if (reports.length === 0) host.stderr.write('No resources found\n');
  for (const report of reports)
    if (!data || report.exitCode !== 0)
      await renderReport(report, host, { output, paint: session.paint, shown: SHOWN });
  if (data) await writeDocument(host.stdout, data, SHOWN.data({ exitCode, items: reports }));
  return exitCode;
}

export const worstOf = (reports: PauseReport[]): number =>
  Math.max(0, ...reports.map(({ exitCode }) => exitCode));
