import { macrosIn } from '../lint/macros.ts';
import type { Period } from './time.ts';
import type { Chosen } from './variables.ts';

/** What the variables of a text stand for. */
export interface Scope {
  chosen: ReadonlyMap<string, Chosen>;
  period: Pick<Period, 'from' | 'to'>;
  /** Seconds between two points of the query. */
  step: number;
  /** Seconds between two samples. */
  scrape: number;
}

/** Characters of a text with its values. With more, it is cut after a value, and longer than this. */
export const LONGEST = 200_000;

/**
 * A text with the values that its variables and the UI's own (`$__rate_interval`) have. A name that is not known stays.
 *
 * @param kind in a query, values of which several may be chosen are parts of a regular expression.
 */
export function interpolate(text: string, scope: Scope, kind: 'query' | 'text' = 'query'): string {
  let written = '';
  let read = 0;
  for (const { name, format, start, end } of macrosIn(text)) {
    const chosen = scope.chosen.get(name);
    const value =
      ownValue(name, scope, format) ??
      (chosen && valueText(chosen, scope, format ?? (kind === 'text' ? 'text' : undefined)));
    written += text.slice(read, start) + (value ?? text.slice(start, end));
    read = end;
    if (written.length > LONGEST) return `${written.slice(0, LONGEST)}...`;
  }
  return written + text.slice(read);
}

/** A variable of the UI itself; undefined if it has none of that name. */
function ownValue(
  name: string,
  { period, step, scrape }: Scope,
  format: string | undefined,
): string | undefined {
  const [from, to] = [period.from.getTime(), period.to.getTime()];
  const range = Math.round((to - from) / 1000);
  const rate = Math.max(step + scrape, 4 * scrape);
  switch (name) {
    case '__interval':
      return `${step}s`;
    case '__interval_ms':
      return String(step * 1000);
    case '__rate_interval':
      return `${rate}s`;
    case '__rate_interval_ms':
      return String(rate * 1000);
    case '__range':
      return `${range}s`;
    case '__range_s':
      return String(range);
    case '__range_ms':
      return String(range * 1000);
    case '__from':
      return momentText(period.from, format);
    case '__to':
      return momentText(period.to, format);
    default:
      return undefined;
  }
}

function momentText(date: Date, format: string | undefined): string {
  if (format === 'date' || format === 'date:iso') return date.toISOString();
  return String(format === 'date:seconds' ? Math.round(date.getTime() / 1000) : date.getTime());
}

function valueText(
  { values, isAll, allValue, isMulti }: Chosen,
  scope: Scope,
  format: string | undefined,
): string {
  if (format === 'text') return isAll ? 'All' : (values ?? []).join(' + ');
  if (isAll && allValue !== undefined) return allValue;
  if (values === undefined || (isAll && values.length === 0)) return '.*';
  const known = values.map((value) =>
    value.startsWith('$__auto') || value === 'auto' ? `${scope.step}s` : value,
  );
  if (format !== undefined) return (FORMATS.get(format) ?? joined)(known);
  const [only = ''] = known;
  if (!isMulti) return only.replace(/[\\"]/g, '\\$&');
  const escaped = known.map(regexText);
  return escaped.length === 1 ? (escaped[0] ?? '') : `(${escaped.join('|')})`;
}

/** A value inside a regular expression inside a PromQL string: what is special there has two backslashes before it. */
const regexText = (value: string): string =>
  value.replace(/[\\^$*+?.()|[\]{}]/g, '\\\\$&').replaceAll('"', '\\"');

const joined = (values: readonly string[]): string => values.join(',');

const FORMATS = new Map<string, (values: readonly string[]) => string>([
  ['pipe', (values) => values.join('|')],
  [
    'regex',
    (values) => {
      const escaped = values.map((value) => value.replace(/[\\^$*+?.()|[\]{}/]/g, '\\$&'));
      return escaped.length === 1 ? (escaped[0] ?? '') : `(${escaped.join('|')})`;
    },
  ],
  ['glob', (values) => (values.length === 1 ? (values[0] ?? '') : `{${values.join(',')}}`)],
  ['doublequote', (values) => values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')],
  ['singlequote', (values) => values.map((value) => `'${value.replace(/[\\']/g, '\\$&')}'`).join(',')],
  ['json', (values) => JSON.stringify(values.length === 1 ? values[0] : values)],
]);
