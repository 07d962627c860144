import { isAlias, isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml';
import { jsonIn } from '../../input/json.ts';
import { jsonPlaces, offsetsOf } from '../../input/json-places.ts';
import { type SourceMap, scalarSource, wholeFile } from '../../input/source-map.ts';
import { parseDocuments, targetOf } from '../../input/yaml-documents.ts';
import { dataOf, rootsOf } from '../../input/yaml-leaves.ts';
import { fieldsOf } from '../../objects/fields.ts';

/** An object in a YAML or JSON file, and where its parts are, as offsets in the file. */
export interface FileObject {
  value: unknown;
  /** The value at a path, or the closest one around it. */
  valueAt(path: readonly string[]): number;
  /** The key of a field; where the value is, if it is not there. */
  keyAt(path: readonly string[]): number;
  /** The text at a path with the places of its characters; undefined if it is not written literally. */
  textAt(path: readonly string[]): SourceMap | undefined;
  /** The fields whose key is there twice; YAML with such is refused. */
  repeated(): readonly string[][];
}

/** The objects in a JSON file: the items of a List, or else the value itself. Undefined if it is not JSON. */
export function jsonObjects(text: string): FileObject[] | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const value = jsonIn(text);
  if (value === undefined) return undefined;
  const { kind, items } = fieldsOf(value) ?? {};
  const roots: [string[], unknown][] =
    typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)
      ? items.map((item, at) => [['items', String(at)], item])
      : [[[], value]];
  let known: ReturnType<typeof jsonPlaces> | undefined;
  const places = () => (known ??= jsonPlaces(text));
  const depth = roots[0]?.[0].length ?? 0;
  let repeated: Map<string, string[][]> | undefined;
  const repeatedBelow = () =>
    (repeated ??= Map.groupBy(places().repeated, (path) => JSON.stringify(path.slice(0, depth))));
  return roots.map(([above, root]) => ({
    value: root,
    valueAt: (path) => places().value([...above, ...path]),
    keyAt: (path) => places().key([...above, ...path]),
    textAt: (path) => jsonText(text, places().value([...above, ...path])),
    repeated: () =>
      (repeatedBelow().get(JSON.stringify(above)) ?? []).map((path) => path.slice(above.length)),
  }));
}

/** The text in a JSON file that begins at an offset, with its escapes undone. */
function jsonText(text: string, start: number): SourceMap | undefined {
  if (text[start] !== '"') return undefined;
  const end = endOfString(text, start);
  const inner: unknown = JSON.parse(text.slice(start, end));
  if (typeof inner !== 'string') return undefined;
  const offsets = offsetsOf(text, start, end - start);
  return { text: inner, offset: (at) => offsets[at] ?? end - 1 };
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The objects in the documents of a YAML file. @throws {YamlSyntaxError} */
export const yamlObjects = (text: string): FileObject[] =>
  parseDocuments(text)
    .documents.flatMap(({ contents }) => rootsOf(contents))
    .map((root) => ({
      value: dataOf(root),
      valueAt: (path) => placeIn(root, path).value?.range?.[0] ?? 0,
      keyAt: (path) => {
        const { key, value } = placeIn(root, path);
        return (key ?? value)?.range?.[0] ?? 0;
      },
      textAt: (path) => {
        const { value } = placeIn(root, path);
        return isScalar(value) ? scalarSource(value as Scalar, wholeFile(text)) : undefined;
      },
      repeated: () => [],
    }));

interface Found {
  key?: Node | undefined;
  value: Node | undefined;
}

function placeIn(root: unknown, path: readonly string[]): Found {
  let found: Found = { value: resolved(root) };
  for (const part of path) {
    const next = childOf(found.value, part);
    if (!next) return { value: found.value };
    found = next;
  }
  return found;
}

function childOf(node: Node | undefined, part: string): Found | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(part)];
    return item === undefined ? undefined : { value: resolved(item) };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === part);
  return pair && { key: pair.key as Node, value: resolved(pair.value) ?? (pair.key as Node) };
}

const resolved = (node: unknown): Node | undefined =>
  isAlias(node) ? targetOf(node) : ((node ?? undefined) as Node | undefined);
