import { type Node, parseTree } from 'jsonc-parser';

/** Where the parts of a JSON text are, as offsets in UTF-16 units. A part that is not there is where the closest one around it is. */
export interface JsonPlaces {
  /** The value at a path. */
  value(path: readonly string[]): number;
  /** The key of a field; where the value is, if it has none. */
  key(path: readonly string[]): number;
  /** A character of the text at a path. */
  within(path: readonly string[], at: number): number;
  /** The fields whose key is in their object already: the last one counts. */
  repeated: readonly string[][];
}

/** The places in valid JSON that is not nested too deeply (`json.ts`). */
export function jsonPlaces(text: string): JsonPlaces {
  const root = parseTree(text);
  const find = (path: readonly string[]): Found => {
    let found: Found = { value: root, key: undefined };
    for (const part of path) {
      const next = childOf(found.value, part);
      if (!next) return { value: found.value, key: undefined };
      found = next;
    }
    return found;
  };
  const value = (path: readonly string[]): number => find(path).value?.offset ?? 0;
  return {
    value,
    key: (path) => find(path).key?.offset ?? value(path),
    within: (path, at) => {
      const node = find(path).value;
      return node?.type === 'string'
        ? (offsetsOf(text, node.offset, node.length)[at] ?? node.offset)
        : value(path);
    },
    repeated: root ? repeatedIn(root, []) : [],
  };
}

interface Found {
  value: Node | undefined;
  key: Node | undefined;
}

function childOf(node: Node | undefined, part: string): Found | undefined {
  if (node?.type === 'array') {
    const value = node.children?.[Number(part)];
    return value && { value, key: undefined };
  }
  // Of fields with one key, the last one counts.
  const property =
    node?.type === 'object' ? node.children?.findLast((one) => one.children?.[0]?.value === part) : undefined;
  const [key, value] = property?.children ?? [];
  return value && { value, key };
}

function repeatedIn({ type, children = [] }: Node, path: string[]): string[][] {
  if (type === 'array') return children.flatMap((child, at) => repeatedIn(child, [...path, String(at)]));
  if (type !== 'object') return [];
  const seen = new Set<string>();
  return children.flatMap(({ children: [key, value] = [] }) => {
    const name: string = key?.value ?? '';
    const below = [...path, name];
    const isRepeated = seen.has(name);
    seen.add(name);
    return [...(isRepeated ? [below] : []), ...(value ? repeatedIn(value, below) : [])];
  });
}

/** Where each character of a string is in its text, with the escapes that it is written with, and where it ends. */
export function offsetsOf(text: string, start: number, length: number): number[] {
  const offsets: number[] = [];
  for (let at = start + 1; at < start + length; at += 1) {
    offsets.push(at);
    if (text[at] === '\\') at += text[at + 1] === 'u' ? 5 : 1;
  }
  return offsets;
}
