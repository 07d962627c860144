import { isDeepStrictEqual } from 'node:util';
import { type Fields, isFields } from '../objects/model.ts';
import { memberSchema, type Schema } from '../schema/types.ts';
import { joined, type PathSet } from './path-set.ts';

/** Which fields a change of an object touched. */
export interface Comparison {
  added: PathSet;
  modified: PathSet;
  removed: PathSet;
}

/** Compares an object with what it was, field by field, as its schema divides it into fields. */
export function compare(old: Fields, object: Fields, schema: Schema): Comparison {
  const comparison = { added: new Set<string>(), modified: new Set<string>(), removed: new Set<string>() };
  for (const key of membersOf(old, object)) {
    walk(
      { old: old[key], value: object[key], schema: memberSchema(schema, key), path: `f:${key}` },
      comparison,
    );
  }
  return comparison;
}

interface Node {
  old: unknown;
  value: unknown;
  schema: Schema | undefined;
  path: string;
}

function walk(
  node: Node,
  comparison: { added: Set<string>; modified: Set<string>; removed: Set<string> },
): void {
  const { old, value, path } = node;
  const children = childrenOf(node);
  if (old === undefined) comparison.added.add(path);
  else if (value === undefined) comparison.removed.add(path);
  else if (children === undefined && !isDeepStrictEqual(old, value)) comparison.modified.add(path);
  for (const child of children ?? []) walk(child, comparison);
}

/** The parts that a node is owned by, or undefined where it is owned as a whole. */
function childrenOf({ old, value, schema, path }: Node): Node[] | undefined {
  // Null is an empty map or list where the other side is one.
  const sides = [old, value].filter((side) => side !== undefined && side !== null);
  if (sides.length === 0) return undefined;
  if (sides.every((side) => isFields(side))) {
    const members = membersOf(...sides);
    if (members.length === 0 || schema?.['x-kubernetes-map-type'] === 'atomic') return undefined;
    return members.map((key) => ({
      old: isFields(old) ? old[key] : undefined,
      value: isFields(value) ? value[key] : undefined,
      schema: memberSchema(schema, key),
      path: joined(path, `f:${key}`),
    }));
  }
  const type = schema?.['x-kubernetes-list-type'] ?? 'atomic';
  if (type === 'atomic' || !sides.every((side) => Array.isArray(side))) return undefined;
  const before = itemsByElement(old, schema);
  const after = itemsByElement(value, schema);
  const elements = new Set([...before.keys(), ...after.keys()]);
  if (elements.size === 0) return undefined;
  return [...elements].map((element) => ({
    old: before.get(element),
    value: after.get(element),
    schema: schema?.items,
    path: joined(path, element),
  }));
}

const membersOf = (...sides: Fields[]): string[] => [...new Set(sides.flatMap(Object.keys))];

const itemsByElement = (items: unknown, schema: Schema | undefined): Map<string, unknown> =>
  new Map(Array.isArray(items) ? items.map((item) => [itemElement(item, schema), item]) : []);

/** What names an item in a path: its keys in a list that is a map, its value in a set. */
export function itemElement(item: unknown, schema: Schema | undefined): string {
  if (schema?.['x-kubernetes-list-type'] !== 'map' || !isFields(item)) return `v:${JSON.stringify(item)}`;
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []).toSorted();
  const named = keys.map((key) => [key, item[key] ?? schema.items?.properties?.[key]?.default]);
  return `k:${JSON.stringify(Object.fromEntries(named.filter(([, value]) => value !== undefined)))}`;
}
