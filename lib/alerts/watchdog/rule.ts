import type { Command } from '../../words/finding.ts';
import { countText } from '../../words/text.ts';
import type { WatchdogFacts } from './facts.ts';
import { type Link, linkOf, type Place, type Problem, placesAt, unread } from './link.ts';
import type { RuleState } from './prometheus-answers.ts';

/** Whether the rule of the alert is loaded at every replica of every Prometheus (§1). */
export const ruleLink = (facts: WatchdogFacts): Link =>
  ruleLinkOf('rule', facts, ({ state }) =>
    state === undefined
      ? { reason: 'rule-not-loaded', message: `no rule ${facts.alert} is loaded`, ...fixOf(facts) }
      : undefined,
  );

/** Whether the alert fires there. */
export const firingLink = (facts: WatchdogFacts): Link =>
  ruleLinkOf('firing', facts, ({ state = '', lastError }) =>
    state === 'firing'
      ? undefined
      : {
          reason: 'not-firing',
          message: `rule ${facts.alert} does not fire: ${lastError || `it is ${state}`}`,
          ...firingFix(facts, state, lastError),
        },
  );

function ruleLinkOf(
  name: 'rule' | 'firing',
  facts: WatchdogFacts,
  problemOf: (rule: RuleState) => Problem | undefined,
): Link {
  const { servers, namespace } = facts;
  const places = placesAt(
    { kind: 'Prometheus', namespace, parts: servers },
    ({ pod, rule }, { object }): Place => {
      if ('reason' in rule) return unread(pod, object, rule.reason);
      const problem = problemOf(rule.value);
      return { where: pod, object, ...(problem && { problem }) };
    },
  );
  return linkOf(name, places, replicasText(servers));
}

/** `2 replicas of k8s`. */
export const replicasText = (
  parts: readonly { name: string; replicas: readonly unknown[] | undefined }[],
): string =>
  parts.map(({ name, replicas = [] }) => `${countText(replicas.length, 'replica')} of ${name}`).join(', ');

/** What to do about a rule that is not loaded. */
function fixOf({ rules, alert }: WatchdogFacts): { fix: string; next: Command } {
  const [rule] = rules ?? [];
  if (rule)
    return {
      fix: `Find out why the rule object ${rule.namespace}/${rule.name} is not loaded.`,
      next: {
        words: ['kubectl', 'monitoring', 'rules', 'doctor', rule.name],
        namespace: rule.namespace,
      },
    };
  return {
    fix:
      rules === undefined
        ? `Check that a rule object has the alert ${alert}, and that ruleSelector and ruleNamespaceSelector of the Prometheus match it.`
        : `Create a rule object with the alert ${alert}, which none has: the chart does with defaultRules.create and defaultRules.rules.general.`,
    next: { words: ['kubectl', 'get', 'prometheusrules', '-A', '--show-labels'], namespace: '' },
  };
}

function firingFix(facts: WatchdogFacts, state: string, lastError: string): { fix: string; next: Command } {
  const [rule] = facts.rules ?? [];
  const next = rule
    ? { words: ['kubectl', 'get', rule.resource, rule.name, '-o', 'yaml'], namespace: rule.namespace }
    : { words: ['kubectl', 'get', 'prometheusrules', '-A'], namespace: '' };
  if (lastError !== '') return { fix: 'Correct its expression: vector(1) always fires.', next };
  return state === 'pending'
    ? { fix: 'Wait until its "for" is over, or remove "for" from the rule.', next }
    : { fix: 'Its expression must always have a result: use vector(1).', next };
}
