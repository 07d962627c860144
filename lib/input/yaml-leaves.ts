import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { targetOf, YamlSyntaxError } from './yaml-documents.ts';

/** A value of a YAML document at the path where a reader finds it: aliases followed, merge keys (`<<`) taken in. */
export interface Leaf {
  /** Keys, and indexes of lists, from the document's root. */
  path: string[];
  /** A scalar, a collection without values, or an alias without an anchor; undefined where nothing is written. */
  node: Node | undefined;
}

/** No object of the API and no values file has as many; a file of aliases of aliases soon does. */
const LIMIT = 200_000;

/** Every leaf below a node of a parsed document. An anchored node is there once for each place that refers to it. */
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
 * A node of a parsed document as data. Values that aliases share are one value in it; one that holds itself has nothing
 * there. Throws a `YamlSyntaxError` for aliases without an anchor, and for what can't be merged.
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
 * The entries of a map whose keys are words, which `{{ .Values.size }}` is not: its own go before merged ones. A map is
 * read once: merges of merges would read it as often as there are ways to it.
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

/** What a merge key takes in: one map, or several. */
function sourcesOf(value: unknown): (Node | undefined)[] {
  const source = resolved(value);
  return isSeq(source) ? source.items.map(resolved) : [source];
}
