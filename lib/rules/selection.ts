import { type LabelSelector, labelsFor, selects } from '../objects/label-selector.ts';
import type { Problem, RuleServer, StoredRule } from './rule-facts.ts';

/** Whether a Prometheus selects a rule object; undefined if that depends on a namespace that could not be read. */
export const isSelected = (rule: StoredRule, server: RuleServer): boolean | undefined => {
  const problem = selectionProblem(rule, server);
  return problem === undefined ? undefined : problem === null;
};

/** Why a Prometheus does not select a rule object; null if it does, undefined if that is unknown. */
export function selectionProblem(rule: StoredRule, server: RuleServer): Problem | null | undefined {
  const { ruleSelector, ruleNamespaceSelector } = server;
  const who = `Prometheus ${server.name}`;
  if (ruleSelector === null)
    return {
      reason: 'labels-not-selected',
      evidence: `${who} selects no rules: its spec.ruleSelector is not set`,
      fix: 'Set spec.ruleSelector to {} for all rules, or to the labels of the rule.',
      next: editing(server),
    };
  if (!selects(ruleSelector, rule.labels)) {
    const missing = labelsMissing(ruleSelector, rule.labels);
    return {
      reason: 'labels-not-selected',
      evidence: `${who} selects ${selectorText(ruleSelector)}; the rule has ${labelsText(rule.labels)}`,
      fix:
        missing.length > 0
          ? 'Add the labels, also where the rule is kept in git.'
          : 'Change the labels of the rule.',
      next: {
        words:
          missing.length > 0
            ? ['kubectl', 'label', rule.resource, rule.name, '--overwrite', ...missing]
            : ['kubectl', 'edit', rule.resource, rule.name],
        namespace: rule.namespace,
      },
    };
  }
  if (ruleNamespaceSelector === null)
    return rule.namespace === server.namespace
      ? null
      : {
          reason: 'namespace-not-selected',
          evidence: `${who} only selects rules in its own namespace ${server.namespace}: its spec.ruleNamespaceSelector is not set`,
          fix: `Move the rule to namespace ${server.namespace}, or set spec.ruleNamespaceSelector to {} for all namespaces.`,
          next: editing(server),
        };
  if (isEverything(ruleNamespaceSelector)) return null;
  if (rule.namespaceLabels === undefined) return undefined;
  if (selects(ruleNamespaceSelector, rule.namespaceLabels)) return null;
  const missing = labelsMissing(ruleNamespaceSelector, rule.namespaceLabels);
  return {
    reason: 'namespace-not-selected',
    evidence: `${who} selects namespaces with ${selectorText(ruleNamespaceSelector)}; namespace ${rule.namespace} has ${labelsText(rule.namespaceLabels)}`,
    fix: missing.length > 0 ? 'Add the labels to the namespace.' : 'Change the labels of the namespace.',
    next: {
      words:
        missing.length > 0
          ? ['kubectl', 'label', 'namespace', rule.namespace, '--overwrite', ...missing]
          : ['kubectl', 'edit', 'namespace', rule.namespace],
      namespace: '',
    },
  };
}

const editing = ({ namespace, name }: RuleServer): Problem['next'] => ({
  words: ['kubectl', 'edit', 'prometheus', name],
  namespace,
});

const isEverything = ({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean =>
  Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;

/** `key=value` of each label to set so that a selector selects an object; none if that takes more than setting labels. */
function labelsMissing(selector: LabelSelector, labels: Record<string, string>): string[] {
  const wanted = labelsFor(selector, labels);
  if (!selects(selector, { ...labels, ...wanted })) return [];
  return Object.entries(wanted).flatMap(([key, value]) => (labels[key] === value ? [] : [`${key}=${value}`]));
}

const labelsText = (labels: Record<string, string>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ') || 'no labels';

/** A selector as kubectl takes it with -l. */
function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const parts = [
    ...Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`),
    ...matchExpressions.map(({ key, operator, values = [] }) => {
      if (operator === 'Exists') return key;
      if (operator === 'DoesNotExist') return `!${key}`;
      return `${key} ${operator === 'In' ? 'in' : 'notin'} (${values.join(', ')})`;
    }),
  ];
  return parts.join(', ');
}
