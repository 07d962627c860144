import type { Placed } from '../../lint/placed.ts';
import { instantPath } from '../../metrics/query.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { order } from '../../words/text.ts';
import { variablesOf } from '../definition.ts';
import { patternOf } from './pattern.ts';
import type { Period } from './time.ts';

/** A variable of a dashboard. */
export interface Variable {
  name: string;
  label: string;
  type: string;
  /** What its values are asked with, of a Prometheus: `label_values(up, job)`. */
  query: string;
  /** What a value must match, and which part of it counts: `/worker-(.+)/`. */
  regex: string;
  sort: number;
  hasAll: boolean;
  allValue: string | undefined;
  isMulti: boolean;
  /** The values that were chosen when it was saved. */
  current: string[];
  /** Those of a list that the definition has itself. */
  options: string[];
}

/** What is chosen of a variable. */
export interface Chosen {
  name: string;
  label: string;
  /** Undefined for "All" while its values are not known. */
  values: string[] | undefined;
  isAll: boolean;
  allValue: string | undefined;
  /** Whether several may be chosen: then a value is a part of a regular expression. */
  isMulti: boolean;
}

/** The variables of a dashboard, in their order. */
export const choicesIn = (dashboard: Placed): Variable[] =>
  variablesOf(dashboard).flatMap(({ fields }) => {
    if (typeof fields.name !== 'string' || fields.name === '') return [];
    const query =
      typeof fields.query === 'string' ? fields.query : textOf(fieldsOf(fields.query)?.query ?? '');
    const type = typeof fields.type === 'string' ? fields.type : 'query';
    return [
      {
        ...{ name: fields.name, type, query },
        label: typeof fields.label === 'string' && fields.label !== '' ? fields.label : fields.name,
        regex: typeof fields.regex === 'string' ? fields.regex : '',
        sort: typeof fields.sort === 'number' ? fields.sort : 0,
        hasAll: fields.includeAll === true,
        allValue: typeof fields.allValue === 'string' && fields.allValue !== '' ? fields.allValue : undefined,
        isMulti: fields.multi === true,
        current: currentOf(fields.current),
        options: type === 'custom' || type === 'interval' ? listed(query) : [],
      },
    ];
  });

/** What a variable is set to when a dashboard is opened, with the values that a Prometheus has for it, if known. */
export function chosenOf(variable: Variable, asked?: readonly string[]): Chosen {
  const { name, label, type, current, hasAll, allValue, isMulti, query } = variable;
  const options = asked ?? variable.options;
  const base = { name, label, allValue, isMulti: isMulti || hasAll };
  if (type === 'constant') return { ...base, values: [query], isAll: false };
  if (type === 'textbox') return { ...base, values: current.length > 0 ? current : [query], isAll: false };
  const isKnown = asked !== undefined || options.length > 0;
  const left = isKnown && type === 'query' ? current.filter((value) => options.includes(value)) : current;
  const isAll = current.includes(ALL) || (left.length === 0 && hasAll);
  if (isAll || (left.length === 0 && !isKnown))
    return { ...base, values: isKnown ? [...options] : undefined, isAll: true };
  return { ...base, values: left.length > 0 ? left : options.slice(0, 1), isAll: false };
}

/** As the UI saves that all values are chosen. */
const ALL = '$__all';

function currentOf(current: unknown): string[] {
  const value = fieldsOf(current)?.value;
  return (
    Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]
  ).map(textOf);
}

/** `5m,1h` or `Name : value, ...`. */
const listed = (query: string): string[] =>
  query
    .split(',')
    .map((option) => option.split(' : ').at(-1)?.trim() ?? '')
    .filter((option) => option !== '');

/** Where the API of a Prometheus has the values for the query of a variable; undefined if it is no such query. */
export function optionsPath(query: string, { from, to }: Pick<Period, 'from' | 'to'>): string | undefined {
  const [, call, inner = ''] =
    /^\s*(label_values|label_names|metrics|query_result)\((.*)\)\s*$/s.exec(query) ?? [];
  const period = { start: String(from.getTime() / 1000), end: String(to.getTime() / 1000) };
  if (call === 'query_result') return instantPath({ query: inner, at: to });
  if (call === 'label_names') return `/api/v1/labels?${new URLSearchParams(period)}`;
  if (call === 'metrics') return `/api/v1/label/__name__/values?${new URLSearchParams(period)}`;
  if (call !== 'label_values') return undefined;
  const comma = inner.lastIndexOf(',');
  const [selector, label] = [inner.slice(0, Math.max(0, comma)).trim(), inner.slice(comma + 1).trim()];
  if (!/^\w+$/.test(label)) return undefined;
  return `/api/v1/label/${label}/values?${new URLSearchParams({ ...(selector && { 'match[]': selector }), ...period })}`;
}

/** The values in what a Prometheus answers there, filtered and sorted as the variable says. */
export function optionsIn(
  data: unknown,
  { query, regex, sort }: Pick<Variable, 'query' | 'regex' | 'sort'>,
): string[] {
  const names = Array.isArray(data) ? data.map(textOf) : resultTexts(data);
  const wanted = /^\s*metrics\((.*)\)\s*$/s.exec(query)?.[1];
  const found = [names].flatMap((all) => (wanted === undefined ? all : filtered(all, wanted)));
  return sorted([...new Set(regex === '' ? found : filtered(found, regex))], sort);
}

/** The results of an instant query as the UI writes them, for `query_result`. */
const resultTexts = (data: unknown): string[] => {
  const result = fieldsOf(data)?.result;
  return (Array.isArray(result) ? result : []).map((one: unknown) => {
    const { metric, value } = fieldsOf(one) ?? {};
    const { __name__: name = '', ...labels } = fieldsOf(metric) ?? {};
    const texts = Object.entries(labels).map(([label, text]) => `${label}="${textOf(text)}"`);
    const [at, number] = Array.isArray(value) ? value : [];
    return `${textOf(name)}{${texts.join(',')}} ${textOf(number ?? '')} ${Number(at) * 1000}`;
  });
};

/** The values that a pattern matches: its group named value, its first group, or all of it. An invalid one leaves all. */
function filtered(values: readonly string[], text: string): string[] {
  const pattern = patternOf(text);
  if (!pattern) return [...values];
  const { value: named } = pattern.namedGroups();
  return values.flatMap((value) => {
    const matcher = pattern.matcher(value);
    if (!matcher.find()) return [];
    const group = named ?? Math.min(1, matcher.groupCount());
    return [group === 0 ? value : (matcher.group(group) ?? value)];
  });
}

function sorted(values: string[], sort: number): string[] {
  if (sort === 0) return values;
  const by = sort === 3 || sort === 4 ? byNumber : sort >= 5 ? byLowerCase : order;
  const ascending = values.toSorted(by);
  return sort % 2 === 0 ? ascending.reverse() : ascending;
}

const byLowerCase = (one: string, other: string): number => order(one.toLowerCase(), other.toLowerCase());
const byNumber = (one: string, other: string): number => (numberIn(one) ?? 0) - (numberIn(other) ?? 0);
const numberIn = (text: string): number | undefined => {
  const number = Number.parseFloat(/\d+(\.\d+)?/.exec(text)?.[0] ?? '');
  return Number.isNaN(number) ? undefined : number;
};
