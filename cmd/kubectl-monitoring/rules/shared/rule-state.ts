import type { Host } from '../../../../lib/cli/command.ts';
import { type ServedRuleKind, servedRuleKind } from '../../../../lib/cluster/rules/read-ground.ts';
import { type RuleState, readRuleState } from '../../../../lib/cluster/rules/read-loading.ts';
import type { Session } from '../../../../lib/cluster/session.ts';
import type { KubeClient } from '../../../../lib/kube/api/types.ts';
import type { Naming } from '../../../../lib/objects/monitoring-names.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { type Standing, standingOf } from '../../../../lib/rules/standing.ts';
import { CommandError } from '../../../../lib/words/errors.ts';

/** The rule objects of a namespace or of all, and how each Prometheus stands to them. */
export interface Standings extends Omit<RuleState, 'rules'> {
  standings: Standing[];
}

/** @throws {CommandError} if the cluster serves no rule objects, or what `readRuleState` throws. */
export async function readStandings(
  { session, host }: { session: Session; host: Pick<Host, 'interrupted'> },
  { kind, namespace, name }: { kind: ServedRuleKind; namespace: string | undefined; name?: string },
): Promise<Standings> {
  const state = await readRuleState(
    { session, host },
    { kind, namespace, ...(name !== undefined && { name }), fallback: namespace ?? MONITORING_NAMESPACE },
  );
  const { rules, servers, unread } = state;
  const isComplete = !unread.some(({ what }) => what === 'prometheuses');
  return { servers, unread, standings: rules.map((rule) => standingOf(rule, servers, { isComplete })) };
}

/** The kind of rule objects to use. @throws {CommandError} if the cluster serves none. */
export async function ruleKindOf(client: KubeClient, names: Naming | undefined): Promise<ServedRuleKind> {
  const kind = await servedRuleKind(client, names);
  if (kind) return kind;
  const missing = names === 'platform' ? 'MetricsRule' : names === 'upstream' ? 'PrometheusRule' : undefined;
  throw new CommandError(
    'api',
    `error: the server has no ${missing ?? 'MetricsRule or PrometheusRule'} objects`,
    {
      hint: `Install the CRDs of prometheus-operator, or choose the cluster that has them (--context)${names ? ', or omit --names' : ''}.`,
    },
  );
}
