import { type Fields, isText, type Placed } from '../lint/placed.ts';
import { secondsOf } from '../objects/duration.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import type { Check, Fault } from './check.ts';
import { EXPRESSION_CHECKS } from './expression-checks.ts';
import { sortedLabels } from './first-rules.ts';
import { NAMING_CHECK } from './naming-check.ts';
import { groupsOf } from './placed.ts';
import { VERSION_CHECK } from './version-check.ts';

/** Every check of rule objects, in the order in which they are explained. */
export const CHECKS: readonly Check[] = [
  NAMING_CHECK,
  {
    name: 'labels',
    severity: 'critical',
    prevents: 'a rule object that no metrics server selects',
    fix: 'add the label metrics with the name of the metrics server to metadata.labels',
    check: ({ kind, labels }) =>
      kind === 'MetricsRule' && !isText(labels.metrics)
        ? [{ path: ['metadata', 'labels'], message: 'the label metrics is missing' }]
        : [],
  },
  {
    name: 'selector-labels',
    severity: 'warning',
    prevents: 'a rule object that no Prometheus selects',
    fix: 'add the labels of spec.ruleSelector of the Prometheus: kubectl get prometheus -A -o yaml',
    check: ({ kind, labels }) =>
      kind === 'PrometheusRule' && !isText(labels.prometheus) && !isText(labels.release)
        ? [{ path: ['metadata', 'labels'], message: 'neither the label prometheus nor release is set' }]
        : [],
  },
  {
    name: 'role-label',
    severity: 'warning',
    prevents: 'a rule object that a selector of the role does not match',
    fix: 'set the label role: alert-rules in metadata.labels',
    check: ({ kind, labels }) =>
      kind === 'MetricsRule' && labels.role !== 'alert-rules'
        ? [
            {
              path: ['metadata', 'labels', 'role'],
              message: 'the label role is not alert-rules',
              edit: { set: 'alert-rules' },
            },
          ]
        : [],
  },
  {
    name: 'groups',
    severity: 'critical',
    prevents: 'a file that Prometheus does not load',
    fix: 'list groups, each with a name and a list of rules',
    check: (object) => {
      const { groups, groupsPath } = object;
      if (!Array.isArray(groups)) return [{ path: groupsPath, message: 'the groups are not a list' }];
      return groups.flatMap((group, at): Fault[] => {
        const path = [...groupsPath, String(at)];
        const fields = fieldsOf(group);
        if (!fields) return [{ path, message: 'the group is not a map' }];
        if (!isText(fields.name)) return [{ path, message: 'the group has no name' }];
        return Array.isArray(fields.rules ?? [])
          ? []
          : [{ path: [...path, 'rules'], message: 'the rules are not a list' }];
      });
    },
  },
  {
    name: 'group-twice',
    severity: 'critical',
    prevents: 'a file that Prometheus does not load, because two groups have one name',
    fix: 'rename one of the groups, or move its rules into the other',
    check: (object) =>
      repeated(groupsOf(object), ({ fields: { name } }) => (isText(name) ? name : undefined)).map(
        ({ fields, path }) => ({
          path: [...path, 'name'],
          message: `the group name ${JSON.stringify(fields.name)} is used twice`,
        }),
      ),
  },
  {
    name: 'rule-shape',
    severity: 'critical',
    prevents: 'a file that Prometheus does not load, because a rule is not complete',
    fix: 'give the rule an expr, and either alert or record',
    check: (object) =>
      groupsOf(object).flatMap(({ fields: { rules }, path }) =>
        (Array.isArray(rules) ? rules : []).flatMap((rule, at): Fault[] => {
          const fields = fieldsOf(rule);
          const message = fields ? shapeFault(fields) : 'the rule is not a map';
          return message === undefined ? [] : [{ path: [...path, 'rules', String(at)], message }];
        }),
      ),
  },
  ...EXPRESSION_CHECKS,
  {
    name: 'for',
    severity: 'critical',
    prevents: 'a file that Prometheus does not load, because a duration is wrong',
    fix: 'use a duration such as 90s, 5m or 1h30m, with the largest unit first',
    check: (object) =>
      object.rules.flatMap(({ fields, path }) =>
        (['for', 'keep_firing_for'] as const).flatMap((field): Fault[] => {
          const value = fields[field];
          if (value === undefined || value === null) return [];
          if (fields.record !== undefined)
            return [
              {
                path: [...path, field],
                message: `a recording rule has no ${field}`,
                fix: `remove ${field}`,
                edit: { remove: true },
              },
            ];
          return secondsOf(value) !== undefined
            ? []
            : [{ path: [...path, field], message: `${JSON.stringify(value)} is not a duration` }];
        }),
      ),
  },
  {
    name: 'message',
    severity: 'warning',
    prevents: 'an alert that does not say what is wrong',
    fix: 'add the annotation message: what is wrong, where, and what it means',
    check: (object) =>
      object.rules.flatMap(({ fields, path }): Fault[] => {
        if (!isText(fields.alert)) return [];
        const annotations = fieldsOf(fields.annotations) ?? {};
        const said = MESSAGES.map((name) => annotations[name]).filter(isText);
        if (said.length === 0) return [{ path, message: `the alert ${fields.alert} has no message` }];
        return said.every((text) => text.trim() === fields.alert)
          ? [{ path: [...path, 'annotations'], message: 'the message only repeats the name of the alert' }]
          : [];
      }),
  },
  {
    name: 'rule-twice',
    severity: 'warning',
    prevents: 'two rules that write the same series',
    fix: 'remove one of the rules, or give it another name or other labels',
    check: (object, { others }) => {
      const twice = new Set(repeated(object.rules, seriesOf));
      return object.rules.flatMap((rule): Fault[] => {
        const { fields, path } = rule;
        const other = twice.has(rule) ? undefined : others.get(rule);
        if (!twice.has(rule) && !other) return [];
        const message = `${JSON.stringify(fields.alert ?? fields.record)} is defined twice with the same labels and expression`;
        return [
          { path: [...path, isText(fields.alert) ? 'alert' : 'record'], message, ...(other && { other }) },
        ];
      });
    },
  },
  VERSION_CHECK,
];

/** The annotations that tell a person what is wrong: the platform document's, and those of the community rules. */
const MESSAGES = ['message', 'description', 'summary'] as const;

function shapeFault({ alert, record, expr }: Fields): string | undefined {
  if (isText(alert) && isText(record)) return 'the rule has both alert and record';
  if (!isText(alert) && !isText(record)) return 'the rule has neither alert nor record';
  // The operator accepts a number, as in `expr: 1`.
  return isText(expr) || typeof expr === 'number' ? undefined : 'the rule has no expr';
}

/** What the series of a rule are named and labeled by, and made of; undefined if it is no rule. */
function seriesOf({ fields: { alert, record, labels, expr } }: Placed): string | undefined {
  if (!isText(alert) && !isText(record)) return undefined;
  return JSON.stringify([alert, record, sortedLabels(labels), textOf(expr).trim()]);
}

/** Those whose key was seen before. */
function repeated(all: readonly Placed[], keyOf: (one: Placed) => string | undefined): Placed[] {
  const seen = new Set<string>();
  return all.filter((one) => {
    const key = keyOf(one);
    if (key === undefined) return false;
    const isSeen = seen.has(key);
    seen.add(key);
    return isSeen;
  });
}
