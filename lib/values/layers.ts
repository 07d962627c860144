import { fieldsOf } from '../objects/fields.ts';
import type { Values } from './helm-yaml.ts';

/** Keys and list indexes, from the root of the values. */
export type Path = readonly string[];

/** Where values come from: a file as the user calls it, its text, and where they are in it. */
export interface Source {
  file: string;
  text: string;
  /** From 0. */
  document: number;
  /** Empty, or `['spec', 'values']` of a HelmRelease. */
  base: Path;
  /** Whether a map of the file has a key twice. */
  hasTwins: boolean;
  /** Whether more documents follow, which Helm ignores. */
  hasMore: boolean;
  /** Whether the release has values from elsewhere as well, such as valuesFrom. */
  isPartial: boolean;
  /** Whether the values are a text in the file: `text` has nothing else then, and cannot be edited. */
  isBlock: boolean;
}

/** Values of one source, or those that the chart has without any file here. Later layers win. */
export interface Layer {
  source: Source | undefined;
  values: Values;
  /** Whether they are a chart's own, which null deletes. */
  isChart: boolean;
}

/** What Helm makes of the layers: files replace each other's lists and merge maps, and null deletes what the chart sets. */
export function mergeLayers(layers: readonly Layer[]): Values {
  const [charts, files] = [layers.filter(({ isChart }) => isChart), layers.filter(({ isChart }) => !isChart)];
  const chart = charts.reduce<Values>((lower, { values }) => coalesce(values, lower), {});
  return coalesce(
    files.reduce<Values>((lower, { values }) => mergeMaps(lower, values), {}),
    chart,
  );
}

function mergeMaps(lower: Values, upper: Values): Values {
  const entries = new Map(Object.entries(lower));
  for (const [key, value] of Object.entries(upper)) {
    const [before, after] = [fieldsOf(entries.get(key)), fieldsOf(value)];
    entries.set(key, before && after ? mergeMaps(before, after) : value);
  }
  return Object.fromEntries(entries);
}

/** Values over those of the chart. */
function coalesce(values: Values, chart: Values): Values {
  const entries = new Map(Object.entries(values));
  for (const [key, own] of Object.entries(chart)) {
    const value = entries.get(key);
    const [given, inner] = [fieldsOf(value), fieldsOf(own)];
    if (value === undefined) entries.set(key, own);
    else if (value === null) entries.delete(key);
    else if (given && inner) entries.set(key, coalesce(given, inner));
  }
  return Object.fromEntries(entries);
}

/** The value at a path; undefined if there is none. */
export const valueAt = (values: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return (value as Record<string, unknown>)[key];
  }, values);

/** The layers that set a path or something below it, in their order. */
export const settersOf = (layers: readonly Layer[], path: Path): Layer[] =>
  layers.filter(({ values }) => valueAt(values, path) !== undefined);
