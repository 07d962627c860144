import type { ServedRuleKind } from '../../../../lib/cluster/rules/read-ground.ts';
import { isFresh } from '../../../../lib/rules/loading.ts';
import type { LoadReason } from '../../../../lib/rules/rule-facts.ts';
import type { Standing } from '../../../../lib/rules/standing.ts';
import type { Loaded, Look, Plan, Run, Seen } from '../../shared/apply/description.ts';
import { readStandings } from '../shared/rule-state.ts';

/** What no wait ends. The operator's rejection of an earlier version may still be among the events. */
const LASTING: ReadonlySet<LoadReason | 'no-prometheus'> = new Set([
  'labels-not-selected',
  'namespace-not-selected',
  'too-large',
  'prometheus-paused',
  'no-prometheus',
]);

/** Reads how each Prometheus stands to the rules that will change; what it returns looks whether the rules are loaded. */
export async function watchRules(
  run: Pick<Run, 'session' | 'host'>,
  kind: ServedRuleKind,
  plans: readonly Plan[],
): Promise<Look> {
  const read = await readAll(
    run,
    kind,
    plans.filter(({ changesContent }) => changesContent),
  );
  const before = new Map(
    read.flatMap(({ standings }) => standings).map((standing) => [keyOf(standing.rule), standing]),
  );
  return async (pending, isLate) => {
    const now = await readAll(run, kind, pending);
    return new Map(
      now.flatMap(({ namespace, standings, unread }) =>
        pending
          .filter((plan) => plan.namespace === namespace)
          .map((plan): [Plan, Seen] => {
            const standing = standings.find(({ rule }) => rule.name === plan.name);
            const result = standing
              ? resultOf(standing, { plan, isLate, unread, before: before.get(keyOf(plan)) })
              : isLate && { verdict: 'timed-out' as const, message: `not seen in time: ${missing(unread)}` };
            return [plan, result ? { result } : { note: standing ? textOf(standing) : 'not read yet' }];
          }),
      ),
    );
  };
}

/** How each Prometheus stands to the rules of each namespace that these are in. */
const readAll = (run: Pick<Run, 'session' | 'host'>, kind: ServedRuleKind, plans: readonly Plan[]) =>
  Promise.all(
    [...new Set(plans.map(({ namespace }) => namespace))].map(async (namespace) => ({
      namespace,
      ...(await readStandings(run, { kind, namespace })),
    })),
  );

const keyOf = ({ namespace, name }: { namespace: string; name: string }): string => `${namespace}/${name}`;

function resultOf(
  standing: Standing,
  {
    plan,
    isLate,
    unread,
    before,
  }: {
    plan: Plan;
    isLate: boolean;
    unread: Unread;
    before: Standing | undefined;
  },
): Loaded | undefined {
  const { verdict, reason, loadings } = standing;
  // Both are in the order in which the API server lists the metrics servers.
  const isLoaded =
    !plan.changesContent ||
    loadings.every((loading, at) => !loading.isSelected || isFresh(loading, before?.loadings[at]));
  if (verdict === 'healthy' && isLoaded) return { verdict: 'applied', message: textOf(standing) };
  const problem = loadings.find((one) => one.problem?.reason === reason)?.problem;
  const evidence = problem?.evidence ?? '';
  const isLasting =
    reason !== undefined && (LASTING.has(reason) || (reason === 'evaluation-failed' && isLoaded));
  if (isLasting)
    return {
      verdict: 'degraded',
      reason,
      message: `not loaded: ${evidence || 'no Prometheus is in this cluster'}`,
    };
  if (!isLate) return undefined;
  const unasked = loadings.flatMap((one) => (one.isSelected ? one.unread : []));
  const why =
    evidence || unreadText(unread) || unasked.join('; ') || (isLoaded ? textOf(standing) : UNPROVEN);
  return { verdict: 'timed-out', ...(reason && { reason }), message: `not loaded in time: ${why}` };
}

const UNPROVEN = 'it is not known whether every replica has loaded the change';

type Unread = readonly { what: string; reason: string }[];

const unreadText = (unread: Unread): string =>
  unread.map(({ what, reason }) => `${what}: ${reason}`).join('; ');

const missing = (unread: Unread): string => unreadText(unread) || 'it is not among the rules of the cluster';

/** `loaded on 2 of 2 replicas of Prometheus monitoring/k8s`. */
function textOf({ loadings }: Standing): string {
  const selecting = loadings.filter(({ isSelected }) => isSelected);
  const places = selecting.map(
    ({ server, loaded, replicas }) =>
      `${loaded} of ${replicas} replicas of Prometheus ${server.namespace}/${server.name}`,
  );
  return places.length > 0 ? `loaded on ${places.join(', ')}` : 'selected by no Prometheus';
}
