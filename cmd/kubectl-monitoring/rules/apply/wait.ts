import type { Host, Progress } from '../../../../lib/cli/command.ts';
import type { ServedRuleKind } from '../../../../lib/cluster/rules/read-ground.ts';
import type { Session } from '../../../../lib/cluster/session.ts';
import { isFresh } from '../../../../lib/rules/loading.ts';
import type { LoadReason } from '../../../../lib/rules/rule-facts.ts';
import type { Standing } from '../../../../lib/rules/standing.ts';
import type { Verdict } from '../../../../lib/words/verdict.ts';
import { TIMERS } from '../../../shared/timers.ts';
import { readStandings } from '../shared/rule-state.ts';
import type { Plan } from './plan.ts';

/** What became of an applied rule. */
export interface Loaded {
  verdict: Extract<Verdict, 'applied' | 'degraded' | 'timed-out'>;
  reason?: string;
  message: string;
}

/** Milliseconds between two looks. */
const PAUSE = 1_000;

/** What no wait ends. The operator's rejection of an earlier version may still be among the events. */
const LASTING: ReadonlySet<LoadReason | 'no-prometheus'> = new Set([
  'labels-not-selected',
  'namespace-not-selected',
  'too-large',
  'prometheus-paused',
  'no-prometheus',
]);

/** How each Prometheus stood to the rules before they were applied, by namespace and name of the rule. */
export type Before = ReadonlyMap<string, Standing>;

/** Reads how each Prometheus stands to the rules that are there already and will change. */
export async function standingsBefore(
  { session, host, kind }: Pick<Waiting, 'session' | 'host' | 'kind'>,
  plans: readonly Plan[],
): Promise<Before> {
  const namespaces = new Set(plans.filter(({ changesRules }) => changesRules).map((plan) => plan.namespace));
  const read = await Promise.all(
    [...namespaces].map((namespace) => readStandings({ session, host }, { kind, namespace })),
  );
  return new Map(
    read.flatMap(({ standings }) => standings).map((standing) => [keyOf(standing.rule), standing]),
  );
}

const keyOf = ({ namespace, name }: { namespace: string; name: string }): string => `${namespace}/${name}`;

interface Waiting {
  session: Session;
  host: Host;
  kind: ServedRuleKind;
  before: Before;
  /** In milliseconds. */
  timeout: number;
  progress: Progress;
}

/** Waits until each of the applied rules is loaded as it was applied, or until none of the others will be. */
export async function waitUntilLoaded(
  applied: ReadonlyMap<number, Plan>,
  { session, host, kind, before, timeout, progress }: Waiting,
): Promise<Map<number, Loaded>> {
  const clock = host.clock.waits ?? TIMERS;
  const deadline = clock.elapsed() + timeout;
  const pending = new Map(applied);
  const results = new Map<number, Loaded>();
  for (;;) {
    const isLate = clock.elapsed() >= deadline;
    for (const namespace of new Set([...pending.values()].map((plan) => plan.namespace))) {
      const { standings, unread } = await readStandings({ session, host }, { kind, namespace });
      for (const [at, plan] of pending) {
        if (plan.namespace !== namespace) continue;
        const standing = standings.find(({ rule }) => rule.name === plan.name);
        const result = standing
          ? resultOf(standing, { plan, isLate, unread, before: before.get(keyOf(plan)) })
          : isLate && { verdict: 'timed-out' as const, message: `not seen in time: ${missing(unread)}` };
        if (!result) {
          progress.note(`${plan.name}: ${standing ? textOf(standing) : 'not read yet'}`);
          continue;
        }
        if (result.verdict === 'applied') progress.done(at, result.message);
        else progress.failed(at, result.reason ?? result.message);
        results.set(at, result);
        pending.delete(at);
      }
    }
    if (pending.size === 0) return results;
    await clock.after(PAUSE, host.interrupted);
  }
}

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
    !plan.changesRules ||
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
