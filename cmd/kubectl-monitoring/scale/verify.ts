import { type ClusterState, untilOneCluster } from '../../../lib/cluster/scaling/ask-cluster.ts';
import type { Observed } from '../../../lib/scaling/observed.ts';
import { isDone } from '../../../lib/scaling/state.ts';
import type { StepProgress } from '../../shared/change/change.ts';
import { commandText } from '../../shared/words.ts';
import { doneText } from './plan.ts';
import { type Report, type Run, reportOf } from './report.ts';

/** How long members may take to find each other, in milliseconds. */
const GOSSIP = 60_000;

/** After the bracket: the replicas of an Alertmanager have to be one cluster. */
export async function verify(
  run: Run,
  { before, last }: { before: Observed; last: Observed },
  step: StepProgress,
): Promise<Report> {
  const from = before.replicas;
  const message = doneText(before, run, last);
  const cluster = await clusterOf(run, last, step.note);
  const report = (what: Pick<Report, 'verdict' | 'message'> & Partial<Report>): Report =>
    reportOf(run, last, { from, ...(cluster && { cluster: cluster.kind }), ...what });
  if (cluster?.kind === 'apart') {
    step.failed(cluster.reason);
    return report({
      verdict: 'degraded',
      reason: 'not-one-cluster',
      message: `${message}, but they do not form one cluster: ${cluster.reason}. ${hintOf(run)}`,
    });
  }
  const added = clusterText(cluster);
  step.done(cluster ? (cluster.kind === 'one' ? 'one cluster' : 'cluster not checked') : undefined);
  return report({ verdict: 'applied', message: `${message}${added}` });
}

/** The report of a run that has nothing to change; the cluster of an Alertmanager is looked at all the same. */
export async function verifyUnchanged(run: Run, observed: Observed): Promise<Report> {
  const { replicas } = run.plan;
  const ready = isDone(observed, run.plan) ? ', all ready' : '';
  const message = `unchanged: it has ${replicas === 1 ? '1 replica' : `${replicas} replicas`}${replicas === 0 ? '' : ready}`;
  const cluster = isPreview(run) ? undefined : await clusterOf(run, observed, () => {});
  const known = cluster && { cluster: cluster.kind };
  return cluster?.kind === 'apart'
    ? reportOf(run, observed, {
        ...known,
        verdict: 'degraded',
        reason: 'not-one-cluster',
        message: `${message}, but they do not form one cluster: ${cluster.reason}. ${hintOf(run)}`,
      })
    : reportOf(run, observed, {
        ...known,
        verdict: 'unchanged',
        message: `${message}${clusterText(cluster)}`,
      });
}

/** What to look at. */
const hintOf = ({ namespace, values }: Run): string =>
  `Check that port 9094 between the pods is open (NetworkPolicies), and what they log. To see them: ${commandText({ words: ['kubectl', 'monitoring', 'status'], namespace }, { values })}`;

const clusterText = (cluster: ClusterState | undefined): string => {
  if (!cluster) return '';
  return cluster.kind === 'one'
    ? ', and they form one cluster'
    : `; whether they form one cluster is not known: ${cluster.reason}`;
};

export const isPreview = ({ values }: Pick<Run, 'values'>): boolean =>
  values.diff || values.dryRun !== 'none';

/** Undefined if it is no Alertmanager, or if one replica needs no cluster. */
async function clusterOf(
  { component, plan, timeout, http, session, host }: Run,
  { namespace, name }: Observed,
  note: (text: string) => void,
): Promise<ClusterState | undefined> {
  const { replicas, waits } = plan;
  if (component !== 'alerts' || replicas < 2 || !waits) return undefined;
  const limit = Math.min(timeout, GOSSIP);
  return untilOneCluster({ session, host, http, namespace, name, replicas }, { limit, note });
}
