import { isFields, list, text } from '../objects/model.ts';

/** Whether labels fit a `LabelSelector` of an object's spec. Null and absent fit nothing. */
export function matchesSelector(selector: unknown, labels: Readonly<Record<string, unknown>>): boolean {
  if (!isFields(selector)) return false;
  const exact = isFields(selector.matchLabels) ? Object.entries(selector.matchLabels) : [];
  return (
    exact.every(([key, value]) => labels[key] === value) &&
    list(selector, 'matchExpressions').every((one) => holds(one, labels))
  );
}

/** A `LabelSelector` as the one line that lists take in their query. */
export function selectorText(selector: unknown): string {
  const exact = isFields(selector) && isFields(selector.matchLabels) ? selector.matchLabels : {};
  const terms = [
    ...Object.entries(exact).map(([key, value]) => ({ key, term: `${key}=${value}` })),
    ...list(selector, 'matchExpressions').map((one) => ({ key: text(one, 'key'), term: expression(one) })),
  ];
  return terms
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ term }) => term)
    .join(',');
}

function holds(one: unknown, labels: Readonly<Record<string, unknown>>): boolean {
  const value = labels[text(one, 'key')];
  const values = list(one, 'values');
  switch (text(one, 'operator')) {
    case 'In':
      return values.includes(value);
    case 'NotIn':
      return !values.includes(value);
    case 'Exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
}

function expression(one: unknown): string {
  const key = text(one, 'key');
  const values = list(one, 'values').map(String).sort().join(',');
  switch (text(one, 'operator')) {
    case 'In':
      return `${key} in (${values})`;
    case 'NotIn':
      return `${key} notin (${values})`;
    case 'Exists':
      return key;
    default:
      return `!${key}`;
  }
}
