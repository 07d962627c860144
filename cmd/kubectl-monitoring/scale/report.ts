import type { Host } from '../../../lib/cli/command.ts';
import type { HttpOptions } from '../../../lib/cluster/metrics/ways.ts';
import type { ClusterState } from '../../../lib/cluster/scaling/ask-cluster.ts';
import type { Session } from '../../../lib/cluster/session.ts';
import type { Warning } from '../../../lib/procedure/guard.ts';
import type { Observed } from '../../../lib/scaling/observed.ts';
import type { ScalingPlan } from '../../../lib/scaling/procedure.ts';
import { type ScalableName, scaledResource } from '../../../lib/scaling/scaled.ts';
import { exitCodeOf } from '../../shared/change/change.ts';
import type { Ending } from '../../shared/render.ts';
import type { ValuesReport } from '../shared/values/apply.ts';
import type { ScaleValues } from './flags.ts';

/** One call of `scale`. */
export interface Run {
  /** As the user called the component. */
  word: string;
  component: ScalableName;
  namespace: string;
  plan: ScalingPlan;
  values: ScaleValues;
  /** How long to wait at each step, in milliseconds. */
  timeout: number;
  /** What the replicas of an Alertmanager are asked with. */
  http: HttpOptions;
  session: Session;
  host: Host;
}

/** What the result is called as data. */
export const RESULT = 'ScaleList';

/** The result of a run, rendered as text, JSON and YAML. */
export interface Report extends Ending {
  component: ScalableName;
  /** The number that was asked for, and the one before the run. Of each shard, if there are several. */
  replicas: number;
  from: number;
  /** How many pods are ready, of all shards. */
  ready: number;
  /** Whether the replicas of an Alertmanager are one cluster, where that was asked. */
  cluster?: ClusterState['kind'];
  warnings: Warning[];
  values?: ValuesReport;
}

/** The report of a run with the outcome `what`. */
export function reportOf(
  { component, plan, session: { connection } }: Run,
  { scaled, name, namespace, replicas, rollouts }: Observed,
  what: Pick<Report, 'verdict' | 'message'> & Partial<Report>,
): Report {
  return {
    component,
    name,
    namespace,
    resource: scaledResource(scaled, name),
    context: connection.context,
    server: connection.server,
    exitCode: exitCodeOf(what.verdict),
    replicas: plan.replicas,
    from: replicas,
    ready: rollouts.reduce((sum, { ready }) => sum + ready, 0),
    refusals: [],
    warnings: [],
    ...what,
  };
}
