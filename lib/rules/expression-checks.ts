import { isText, type Placed } from '../lint/placed.ts';
import { fieldsOf } from '../objects/fields.ts';
import { hasLabel } from '../promql/labels.ts';
import type { Result } from '../promql/result.ts';
import type { Check, Fault, Rules } from './check.ts';
import { labelsRead, templateFault } from './templates.ts';

/** The checks of expressions, and of the templates that show their results. */
export const EXPRESSION_CHECKS: readonly Check[] = [
  {
    name: 'promql',
    severity: 'critical',
    prevents: 'a file that Prometheus does not load, because it cannot read an expression',
    fix: 'correct the expression at the mark',
    check: (object) =>
      object.rules.flatMap(({ fields: { expr }, path }): Fault[] => {
        const read = isText(expr) ? object.expressionOf(expr) : undefined;
        return read && 'fault' in read ? [{ path: [...path, 'expr'], ...read.fault }] : [];
      }),
  },
  {
    name: 'prometheus',
    severity: 'critical',
    prevents:
      'a file that the Prometheus of the cluster does not load, because its version cannot read an expression',
    fix: 'change the expression, or upgrade Prometheus',
    check: (object, { refused }) =>
      object.rules.flatMap(({ fields: { expr }, path }): Fault[] => {
        const message = isText(expr) ? refused?.get(expr) : undefined;
        // What no Prometheus can read has a finding already.
        if (message === undefined || !isText(expr) || 'fault' in object.expressionOf(expr)) return [];
        const [, column] = /^1:(\d+): /.exec(message) ?? [];
        return [{ path: [...path, 'expr'], message, ...(column && { at: Number(column) - 1 }) }];
      }),
  },
  {
    name: 'impossible',
    severity: 'critical',
    prevents: 'an alert that never fires, because a comparison never holds',
    fix: 'compare with a value that is possible; to alert on series that are missing, use absent(), as count() of nothing gives nothing, not 0',
    check: (object) =>
      object.rules.flatMap((rule) => {
        const never = resultOf(object, rule)?.never;
        return never ? [{ path: [...rule.path, 'expr'], ...never }] : [];
      }),
  },
  {
    name: 'impossible-part',
    severity: 'warning',
    prevents: 'a condition that is never met beside others that are, because a comparison never holds',
    fix: 'compare with a value that is possible, use absent() for series that are missing, or remove the part',
    check: (object) =>
      object.rules.flatMap((rule) => {
        const { never, part } = resultOf(object, rule) ?? {};
        return part && !never ? [{ path: [...rule.path, 'expr'], ...part }] : [];
      }),
  },
  {
    name: 'template',
    severity: 'critical',
    prevents: 'a file that Prometheus does not load, because it cannot read a template',
    fix: 'close what is open; the variables are $labels, $value, $externalLabels and $externalURL',
    check: (object) =>
      object.rules.flatMap((rule) =>
        templatesOf(rule).flatMap(({ path, text }) => {
          const fault = templateFault(text);
          return fault ? [{ path, ...fault }] : [];
        }),
      ),
  },
  {
    name: 'template-label',
    severity: 'warning',
    prevents: 'an alert with a gap in its text',
    fix: 'keep the label in the expression, such as sum by (pod) (...), or remove it from the text',
    check: (object) =>
      readsOf(object).flatMap(({ result, label, ...place }) =>
        hasLabel(result.labels, label)
          ? []
          : [{ ...place, message: `the result of the expression has no label ${label}` }],
      ),
  },
  {
    name: 'absent-label',
    severity: 'warning',
    prevents: 'an alert with a gap in its text when the series is absent',
    fix: 'require the label literally, such as absent(up{job="shop"}), or remove it from the text',
    check: (object) =>
      readsOf(object).flatMap(({ result, label, ...place }) =>
        hasLabel(result.labels, label) && result.absent && !hasLabel(result.absent, label)
          ? [{ ...place, message: `absent() loses the label ${label}` }]
          : [],
      ),
  },
];

/** What is known of the result of a rule's expression, if it can be read. */
function resultOf(object: Rules, { fields: { expr } }: Placed): Result | undefined {
  const read = isText(expr) ? object.expressionOf(expr) : undefined;
  return read && 'result' in read ? read.result : undefined;
}

/** Every label that a template of an alert reads, with the result that it reads it from. */
const readsOf = (object: Rules): { path: string[]; at: number; label: string; result: Result }[] =>
  object.rules.flatMap((rule) =>
    templatesOf(rule).flatMap(({ path, text }) => {
      const read = labelsRead(text);
      const result = read.length > 0 ? resultOf(object, rule) : undefined;
      return result ? read.map(({ label, at }) => ({ path, at, label, result })) : [];
    }),
  );

/** The texts of an alert in which Prometheus reads templates. */
function templatesOf({ fields, path }: Placed): { path: string[]; text: string }[] {
  if (!isText(fields.alert)) return [];
  return (['labels', 'annotations'] as const).flatMap((field) =>
    Object.entries(fieldsOf(fields[field]) ?? {}).flatMap(([name, text]) =>
      typeof text === 'string' && text.includes('{{') ? [{ path: [...path, field, name], text }] : [],
    ),
  );
}
