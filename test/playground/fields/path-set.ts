import type { Fields } from '../objects/model.ts';
import { isFields } from '../objects/model.ts';

/**
 * A set of field paths. A path is a list of elements as `fieldsV1` writes them (`f:spec`, `k:{"name":"a"}`,
 * `v:"a"`), kept as one string, so that sets can be compared.
 */
export type PathSet = ReadonlySet<string>;

const SEPARATOR = '\u0000';

export const path = (...elements: string[]): string => elements.join(SEPARATOR);

export const joined = (parent: string, element: string): string =>
  parent === '' ? element : `${parent}${SEPARATOR}${element}`;

export const union = (...sets: PathSet[]): PathSet => new Set(sets.flatMap((set) => [...set]));

export const difference = (set: PathSet, other: PathSet): PathSet =>
  new Set([...set].filter((one) => !other.has(one)));

/** The elements of a path, outermost first. */
export const elementsOf = (one: string): string[] => one.split(SEPARATOR);

/** A path as refusals write it: `.spec.groups[name="a"].interval`, or `[="a"]` for an item of a set. */
export const pathText = (one: string): string => elementsOf(one).map(elementText).join('');

function elementText(element: string): string {
  const name = element.slice(2);
  if (element.startsWith('f:')) return `.${name}`;
  if (element.startsWith('v:')) return `[=${name}]`;
  const keys = Object.entries(JSON.parse(name)).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `[${keys.join(',')}]`;
}

/** What lies neither at one of these paths nor below it. */
export const outside = (set: PathSet, roots: readonly string[]): PathSet =>
  new Set([...set].filter((one) => !roots.some((root) => one === root || one.startsWith(root + SEPARATOR))));

/** The set as a `fieldsV1` tree: `.` marks a node that is in the set itself and has children in it too. */
export function toFieldsV1(set: PathSet): Fields {
  const root: Fields = {};
  for (const one of [...set].sort()) {
    let node = root;
    for (const element of elementsOf(one)) {
      const child = isFields(node[element]) ? node[element] : {};
      node[element] = child;
      node = child;
    }
    node['.'] = {};
  }
  return compacted(root);
}

/** The set that a `fieldsV1` tree writes. */
export function fromFieldsV1(tree: unknown, parent = ''): PathSet {
  if (!isFields(tree)) return new Set();
  const elements = Object.entries(tree).filter(([element]) => element !== '.');
  const own = parent !== '' && ('.' in tree || elements.length === 0) ? [parent] : [];
  return new Set([
    ...own,
    ...elements.flatMap(([element, child]) => [...fromFieldsV1(child, joined(parent, element))]),
  ]);
}

/** Drops the marks of nodes without children, and puts the members of each node in order. */
function compacted(node: Fields): Fields {
  const members = Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1));
  if (members.length === 1 && members[0]?.[0] === '.') return {};
  return Object.fromEntries(members.map(([element, child]) => [element, compacted(child as Fields)]));
}
