import { fieldsOf, textOf } from './fields.ts';

/** A label selector of Kubernetes, as far as it is known. */
export interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

/** The fewest labels that an object needs to be selected; where a selector accepts several values, that of `given` if it is one. */
export function labelsFor(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  given: Record<string, string> = {},
): Record<string, string> {
  const labels = { ...matchLabels };
  for (const { key, operator, values = [] } of matchExpressions) {
    const own = given[key];
    if (operator === 'In')
      labels[key] ??= own !== undefined && values.includes(own) ? own : (values[0] ?? '');
    if (operator === 'Exists') labels[key] ??= own ?? 'true';
  }
  return labels;
}

/**
 * Whether a LabelSelector (`matchLabels`, `matchExpressions`) selects an object with these labels. An empty one selects
 * everything, an invalid one nothing.
 */
export function selects(selector: unknown, labels: Record<string, string>): boolean {
  const { matchLabels = {}, matchExpressions = [] } = fieldsOf(selector) ?? {};
  return (
    Object.entries(fieldsOf(matchLabels) ?? {}).every(([key, value]) => labels[key] === value) &&
    Array.isArray(matchExpressions) &&
    matchExpressions.every((expression) => holds(fieldsOf(expression), labels))
  );
}

function holds(expression: Record<string, unknown> | undefined, labels: Record<string, string>): boolean {
  const { key, operator, values = [] } = expression ?? {};
  const value = Object.hasOwn(labels, textOf(key)) ? labels[textOf(key)] : undefined;
  const listed = Array.isArray(values) && values.includes(value);
  switch (operator) {
    case 'In':
      return value !== undefined && listed;
    case 'NotIn':
      return !listed;
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}
