import { type Loading, loadingOf } from './loading.ts';
import type { LoadReason, RuleServer, StoredRule } from './rule-facts.ts';

/** A rule object, and how each Prometheus of the cluster stands to it. */
export interface Standing {
  rule: StoredRule;
  loadings: Loading[];
  verdict: Loading['verdict'];
  /** Why it is not healthy; undefined if it is, or if that is unknown. */
  reason: LoadReason | 'no-prometheus' | undefined;
}

/**
 * The verdict on a rule object. If a Prometheus selects it, those that do decide; the others are not meant to.
 *
 * @param isComplete whether all of the cluster's metrics servers could be read.
 */
export function standingOf(
  rule: StoredRule,
  servers: readonly RuleServer[],
  { isComplete }: { isComplete: boolean },
): Standing {
  const loadings = servers.map((server) => loadingOf(rule, server));
  const selecting = loadings.filter(({ isSelected }) => isSelected);
  const deciding = selecting.length > 0 ? selecting : loadings;
  const degraded = deciding.find(({ verdict }) => verdict === 'degraded');
  const isUnknown =
    deciding.some(({ verdict }) => verdict === 'unknown') || (selecting.length === 0 && !isComplete);
  if (degraded && (selecting.length > 0 || !isUnknown))
    return { rule, loadings, verdict: 'degraded', reason: degraded.problem?.reason };
  if (isUnknown) return { rule, loadings, verdict: 'unknown', reason: undefined };
  if (deciding.length === 0) return { rule, loadings, verdict: 'degraded', reason: 'no-prometheus' };
  return { rule, loadings, verdict: 'healthy', reason: undefined };
}
