import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { YamlSyntaxError } from './yaml-syntax-error.ts';

/** A value of a YAML document at the path where a reader finds it: aliases followed, merge keys (`<<`) taken in. */
export interface Leaf {
  /** Keys, and indexes of lists, from the document's root. */
  path: string[];
  /** A scalar, a collection without values, or an alias without an anchor; undefined where nothing is written. */
  node: Node | undefined;
}

/** No object of the API and no values file has as many; a file of aliases of aliases soon does. */
const LIMIT = 200_000;

/**
 * Every leaf of a document, or below one of its nodes: then the paths begin there. An anchored node is there once for each
 * place that refers to it.
 */
export function leavesOf(document: Document, root: unknown = document.contents): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (node: unknown, path: string[], above: Node[]): void => {
    if (leaves.length >= LIMIT) throw new YamlSyntaxError(`its aliases stand for more than ${LIMIT} values`);
    const target = resolved(node, document);
    const children = target && !above.includes(target) ? childrenOf(target, above, document) : [];
    if (!target || children.length === 0) leaves.push({ path, node: target });
    else for (const [key, child] of children) walk(child, [...path, key], [...above, target]);
  };
  walk(root, [], []);
  return leaves;
}

function resolved(node: unknown, document: Document): Node | undefined {
  if (isAlias(node)) return node.resolve(document) ?? node;
  return (node ?? undefined) as Node | undefined;
}

function childrenOf(node: Node, above: Node[], document: Document): [string, unknown][] {
  if (isSeq(node)) return node.items.map((item, index) => [String(index), item]);
  return isMap(node) ? [...entriesOf(node, above, document)] : [];
}

/** The entries of a map; none where a key is not a word, as in `{{ .Values.size }}`. Its own keys go before merged ones. */
function entriesOf(map: YAMLMap, above: Node[], document: Document): Map<string, unknown> {
  const entries = new Map<string, unknown>();
  const merged: Node[] = [];
  for (const { key, value } of map.items) {
    if (!isScalar(key)) return new Map();
    if (isMergeKey(key.value)) merged.push(...sourcesOf(value, document));
    else entries.set(String(key.value), value);
  }
  for (const source of merged) {
    if (!isMap(source) || [...above, map].includes(source)) continue;
    for (const [key, value] of entriesOf(source, [...above, map], document))
      if (!entries.has(key)) entries.set(key, value);
  }
  return entries;
}

/** A document that was parsed to merge has a symbol there. */
const isMergeKey = (key: unknown): boolean =>
  key === '<<' || (typeof key === 'symbol' && key.description === '<<');

/** What a merge key takes in: one map, or several. */
function sourcesOf(value: unknown, document: Document): Node[] {
  const source = resolved(value, document);
  const sources = isSeq(source) ? source.items.map((item) => resolved(item, document)) : [source];
  return sources.filter((node) => node !== undefined);
}
