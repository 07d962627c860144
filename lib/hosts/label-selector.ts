import { fieldsOf } from '../objects/fields.ts';

/**
 * Whether a LabelSelector (`matchLabels`, `matchExpressions`) selects an object with these labels. An empty one selects
 * everything; one with a part that the API would refuse selects nothing.
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
  const value = Object.hasOwn(labels, String(key)) ? labels[String(key)] : undefined;
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
