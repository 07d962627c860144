import type { Handler, Host } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { isDocument, templateOf } from '../../../../lib/cli/output.ts';
import type { Unread } from '../../../../lib/lint/finding.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import type { ClusterFacts } from '../../../../lib/values/check/cluster-facts.ts';
import { checkValues } from '../../../../lib/values/check/findings.ts';
import { listed, oneLine } from '../../../../lib/words/text.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { showFindings } from '../../shared/lint-report.ts';
import { NO_VALUES, readLayers } from '../../shared/values/read-layers.ts';
import { trackedFiles } from '../../shared/values/tracked.ts';
import type { CheckValues } from './flags.ts';

/** `values check`: the findings in layers of values files, as Helm merges them (§2.4, §5, §7, §8). */
export const valuesCheck: Handler<CheckValues> = async ({ values }, host, { version }) => {
  const { filename, level, output, color } = values;
  if (isDocument(output)) await templateOf(output);
  const { layers, unread, others } = await readLayers(filename, host);
  const tracked = await trackedFiles(layers, host);
  const cluster =
    values.withCluster || values.prometheus !== undefined ? await factsOf(values, host, unread) : undefined;
  const facts = { isTracked: (file: string) => tracked.has(file), cluster };
  const findings = layers.length > 0 ? await checkValues(layers, facts) : [];
  const files = layers.map(({ source }) => source.file);
  if (findings === undefined) unread.push({ path: files.join(', '), ...NO_VALUES });
  for (const other of others)
    host.stderr.write(
      folded(`${oneLine(other)} was not checked: pass each file with -f, in Helm's order\n`, host.stderr),
    );
  return showFindings(
    {
      ...{ findings: findings ?? [], unread, output, color, version, level },
      kind: 'ValuesReport',
      data: { files },
      command: 'kubectl-monitoring values check',
      checks: async () => (await import('../../../../lib/values/check/all.ts')).CHECKS,
      within: findings === undefined || files.length === 0 ? undefined : oneLine(listed(files)),
    },
    host,
  );
};

/** What the cluster has; what could not be read is among what could not be checked. */
async function factsOf(values: CheckValues, host: Host, unread: Unread[]): Promise<ClusterFacts | undefined> {
  const { prometheus, namespace = MONITORING_NAMESPACE, requestTimeout = REQUEST_LIMIT } = values;
  const { readClusterFacts } = await import('../../../../lib/cluster/values/read-facts.ts');
  const { openSession } = await import('../../../../lib/cluster/session.ts');
  const session = await openSession({ ...values, namespace, requestTimeout }, host);
  try {
    const { facts, gaps } = await readClusterFacts({ session, host }, { namespace, prometheus });
    for (const [reason, alike] of Map.groupBy(gaps, (gap) => gap.reason))
      unread.push({
        path: 'cluster',
        reason: `${listed(alike.map(({ what }) => what))} could not be read: ${reason}`,
        hint: UNASKED,
      });
    return facts;
  } finally {
    session.client.close();
  }
}

const UNASKED = 'check the connection and your permissions, or omit --with-cluster';
