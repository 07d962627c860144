import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { targetOf, YamlSyntaxError } from './yaml-documents.ts';

/** A value of a YAML document at its path, with aliases resolved and merge keys (`<<`) applied. */
export interface Leaf {
  /** Keys and list indexes, from the root of the YAML document. */
  path: string[];
  /** A scalar, an empty collection, or an alias without an anchor; undefined for an empty value. */
  node: Node | undefined;
}

/** More than any API object or values file has; aliases of aliases soon exceed it. */
const LIMIT = 200_000;

/** Every leaf below a node of a parsed document; an anchored node once for each alias. @throws {YamlSyntaxError} for too many. */
export function leavesOf(root: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (node: unknown, path: string[], above: Node[]): void => {
    if (leaves.length >= LIMIT) throw new YamlSyntaxError(`its aliases expand to more than ${LIMIT} values`);
    const target = resolved(node);
    const children = target && !above.includes(target) ? childrenOf(target) : [];
    if (!target || children.length === 0) leaves.push({ path, node: target });
    else for (const [key, child] of children) walk(child, [...path, key], [...above, target]);
  };
  walk(root, [], []);
  return leaves;
}

/**
 * A node of a parsed document as data. Aliases of one node share one value; a node inside itself is undefined there.
 *
 * @throws {YamlSyntaxError} for aliases without an anchor, and for merge sources that are not maps.
 */
export function dataOf(root: unknown): unknown {
  const made = new Map<Node, unknown>();
  const make = (node: unknown): unknown => {
    const target = resolved(node);
    if (isAlias(target)) throw new YamlSyntaxError(`Unresolved alias: ${target.source}`);
    if (!target || isScalar(target)) return target?.value ?? null;
    if (made.has(target)) return made.get(target);
    made.set(target, undefined);
    const data = isSeq(target)
      ? target.items.map(make)
      : Object.fromEntries(childrenOf(target).map(([key, child]) => [key, make(child)]));
    made.set(target, data);
    return data;
  };
  return make(root);
}

function resolved(node: unknown): Node | undefined {
  if (isAlias(node)) return targetOf(node) ?? node;
  return (node ?? undefined) as Node | undefined;
}

function childrenOf(node: Node): [string, unknown][] {
  if (isSeq(node)) return node.items.map((item, index) => [String(index), item]);
  return isMap(node) ? [...entriesOf(node)] : [];
}

const ENTRIES = new WeakMap<YAMLMap, Map<string, unknown>>();

/**
 * The entries of a map with scalar keys (`{{ .Values.size }}` is not one); its own override merged ones. Cached, because merges of
 * merges would take exponential time.
 */
function entriesOf(map: YAMLMap): Map<string, unknown> {
  const known = ENTRIES.get(map);
  if (known) return known;
  const entries = new Map<string, unknown>();
  ENTRIES.set(map, entries);
  const isMerge = ({ key }: YAMLMap['items'][number]): boolean => isScalar(key) && key.value === '<<';
  for (const { key, value } of map.items.filter((item) => !isMerge(item)))
    if (isScalar(key)) entries.set(String(key.value), value);
  for (const source of map.items.filter(isMerge).flatMap(({ value }) => sourcesOf(value))) {
    if (!isMap(source)) throw new YamlSyntaxError('Merge sources must be maps');
    for (const [key, value] of entriesOf(source)) if (!entries.has(key)) entries.set(key, value);
  }
  return entries;
}

function sourcesOf(value: unknown): (Node | undefined)[] {
  const source = resolved(value);
  return isSeq(source) ? source.items.map(resolved) : [source];
}

/** The items of a List, or else the contents themselves. */
export function rootsOf(contents: unknown): unknown[] {
  const [kind, items] = isMap(contents) ? [contents.get('kind'), contents.get('items', true)] : [];
  return typeof kind === 'string' && kind.endsWith('List') && isSeq(items) ? items.items : [contents];
}
