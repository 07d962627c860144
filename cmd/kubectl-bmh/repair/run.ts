import type { Host } from '../../../lib/cli/command.ts';
import { bareName } from '../../../lib/cluster/hosts/select-hosts.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { objectName } from '../../../lib/kube/api/object-name.ts';
import { durationOf, REQUEST_LIMIT } from '../../shared/durations.ts';
import { renderError } from '../../shared/render.ts';
import type { UndoValues } from '../shared/flags.ts';
import type { Report, Run } from '../shared/report.ts';
import { BMH } from '../shared/sanitize.ts';
import { RESULTS, render } from './refusal.ts';

/** One call of a command that changes a host, from the connection to the rendered report; gives its exit code. */
export async function runCommand(
  { goal, word, values, version }: Pick<Run, 'goal' | 'version'> & { word: string; values: UndoValues },
  host: Host,
  carriedOut: (run: Run) => Promise<Report | undefined>,
): Promise<number> {
  const hold = holdOf(values);
  const session = await openSession(
    { ...values, requestTimeout: values.requestTimeout ?? REQUEST_LIMIT },
    host,
  );
  const { namespace } = session.connection;
  const accepted = new Set<string>(values.accept);
  const run: Run = {
    goal,
    name: objectName(bareName(word), 'resource name'),
    namespace,
    values,
    accepted,
    hold,
    session,
    host,
    version,
    ends: { bracket: host.interrupted, wait: host.interrupted },
  };
  try {
    const report = await carriedOut(run);
    if (!report) return 0;
    await render(report, host, { output: values.output, paint: session.paint, goal });
    return report.exitCode;
  } catch (error) {
    const { output } = values;
    await renderError(error, host, { output, plugin: BMH, kind: RESULTS[goal] });
    throw error;
  } finally {
    session.client.close();
  }
}

/** Longest `--hold`, in milliseconds. */
const MOST_HELD = 3_600_000;

/** `--hold` in milliseconds; undefined if not given. */
export const holdOf = ({ hold }: Pick<UndoValues, 'hold'>): number | undefined =>
  hold === undefined ? undefined : durationOf('hold', hold, { most: MOST_HELD });
