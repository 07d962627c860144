import { fieldsOf } from '../../objects/fields.ts';
import { type Layer, type Path, settersOf, valueAt } from '../layers.ts';
import type { Fault, ValuesCheck } from './check.ts';

/** Helm replaces lists (§2.4). */
export const lostEntries: ValuesCheck = {
  name: 'lost-entries',
  severity: 'warning',
  prevents: 'losing entries of a list, which a later file replaces as a whole',
  fix: 'copy the entries that you want to keep into this list: Helm does not merge lists',
  check: ({ layers, root }) =>
    layers.flatMap((layer, at) => {
      const below = layers.slice(0, at).filter(({ source }) => source !== undefined);
      if (below.length === 0) return [];
      return listsIn(valueAt(layer.values, root), root).flatMap(([path, list]) =>
        lostFrom(list, { path, layer, from: settersOf(below, path).at(-1) }),
      );
    }),
};

function lostFrom(
  list: readonly unknown[],
  { path, layer, from }: { path: Path; layer: Layer; from: Layer | undefined },
): Fault[] {
  const before = from && valueAt(from.values, path);
  if (!from || !Array.isArray(before)) return [];
  const kept = new Set(list.map(identityOf));
  const lost = before.flatMap((entry, index) => (kept.has(identityOf(entry)) ? [] : [{ entry, index }]));
  if (lost.length === 0) return [];
  const message = `it replaces a list, which loses ${lost.length === 1 ? 'an entry' : `${lost.length} entries`}`;
  return [
    {
      path,
      layer,
      message,
      // Environments have names of their own.
      ...(path.at(-2) === 'ingress' && { severity: 'info' }),
      others: lost.map(({ entry, index }) => ({
        text: entryText(entry, index),
        layer: from,
        path: [...path, String(index)],
      })),
    },
  ];
}

/** The lists below a value. Those inside the entries of a list are parts of it. */
function listsIn(value: unknown, path: Path): [Path, readonly unknown[]][] {
  if (Array.isArray(value)) return [[path, value]];
  return Object.entries(fieldsOf(value) ?? {}).flatMap(([key, child]) => listsIn(child, [...path, key]));
}

/** Fields that tell entries of a list apart, in the lists of the chart and in Alertmanager's configuration. */
const NAMING = [
  ...['name', 'alertname', 'job_name', 'host', 'secretName', 'key', 'mountPath'],
  ...['receiver', 'match', 'match_re', 'matchers', 'source_matchers', 'target_matchers'],
];

function identityOf(entry: unknown): string {
  const fields = fieldsOf(entry);
  const names = fields && NAMING.filter((key) => Object.hasOwn(fields, key));
  return JSON.stringify(names && names.length > 0 ? names.map((key) => [key, fields[key]]) : entry);
}

function entryText(entry: unknown, index: number): string {
  if (typeof entry !== 'object' || entry === null) return JSON.stringify(entry);
  const fields = fieldsOf(entry) ?? {};
  const name = ['name', 'alertname', 'job_name', 'host', 'secretName', 'key']
    .map((key) => fields[key])
    .find((value) => typeof value === 'string');
  if (typeof name === 'string') return JSON.stringify(name);
  return typeof fields.receiver === 'string' ? `the route to "${fields.receiver}"` : `entry ${index + 1}`;
}
