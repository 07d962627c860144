import { linesOf } from '../input/source-map.ts';
import { BY_HAND, type Note } from './blocks.ts';
import { isMerge, keyOf } from './edit-keys.ts';
import type { Node, Tree } from './edit-nodes.ts';
import { isTemplate } from './template.ts';

/** A document of a file. */
export interface Scene {
  /** Of the whole file. */
  text: string;
  tree: Tree;
  /** What Helm reads. */
  data: unknown;
}

/** Why a part of a file must not change. */
export type Refusal = Pick<Note, 'reason' | 'hint'>;

/** @param at offset of what the note is about. */
export const noteAt = (text: string, path: readonly string[], at: number, refusal: Refusal): Note => ({
  path: [...path],
  line: lineAt(text, at),
  ...refusal,
});

export const lineAt = (text: string, at: number): number => linesOf(text).linePos(at).line;

/** What a node means, and whether parts of the file that only aliases read share it; or why it must not change. */
export function sharingOf(node: Node, { text, tree }: Scene): { target: Node; isScratch: boolean } | Refusal {
  const target = node.kind === 'alias' ? (node.target ?? node) : node;
  const others = tree.aliases.filter((alias) => alias.target === target && alias !== node);
  const readers: Node[] = target === node ? others : [target, ...others];
  const reader = readers.find((other) => !isScratch(other, tree));
  if (!reader) return { target, isScratch: readers.length > 0 };
  return target === node
    ? { reason: `is an anchored value that line ${lineAt(text, reader.start)} also uses`, hint: OWN_VALUE }
    : asAlias(target, text);
}

/** Whether a node is only there for aliases: below a key at the top that no chart reads, like `x-sizes`. */
const isScratch = (node: Node, { root }: Tree): boolean =>
  root?.kind === 'map' &&
  root.entries.some(
    ({ key, value }) => isScratchKey(keyOf(key)) && node.start >= key.start && node.end <= value.end,
  );

export const isScratchKey = (key = ''): boolean => /^(x-|_|\.)/.test(key);

/**
 * Why the value of an entry must not be replaced.
 *
 * @param node is the value itself, or what it is an alias of.
 * @param isInline whether the new value is written on the same line.
 */
export function refusalToReplace(
  value: Node,
  { node, isInline, scene: { text, tree } }: { node: Node; isInline: boolean; scene: Scene },
): Refusal | undefined {
  const template = templateIn(node, text);
  if (template) return template;
  if (node.kind === 'scalar' && (node.quote === undefined || isBroken(node, text)))
    return { reason: 'spans several lines', hint: 'Write it on one line.' };
  if (value !== node && (node.kind !== 'scalar' || !isInline)) return asAlias(node, text);
  const isInside = (other: Node): boolean => other.start >= node.content && other.end <= node.end;
  const reader = tree.aliases.find(
    (alias) => alias.target && alias.target !== node && isInside(alias.target) && !isInside(alias),
  );
  if (!reader) return undefined;
  return { reason: `has an anchor that line ${lineAt(text, reader.start)} uses`, hint: OWN_VALUE };
}

/**
 * Why nothing can be added after the last entry of a map or a list: to Go, a block of text whose last line has no line break ends
 * without one, and would then have one.
 */
export function refusalToExtend(node: Node, text: string): Refusal | undefined {
  let last: Node | undefined = node;
  while (last?.kind === 'map' || last?.kind === 'list')
    last = last.kind === 'map' ? last.entries.at(-1)?.value : last.items.at(-1);
  if (last?.kind !== 'scalar' || last.quote !== undefined || last.isStripped || last.end < text.length)
    return undefined;
  return { reason: NO_BREAK, hint: 'Add a line break at the end of the file.' };
}

const NO_BREAK = 'cannot be added after a block of text without a line break at its end';

const OWN_VALUE = 'Give each field its own value.';

const asAlias = (target: Node, text: string): Refusal => ({
  reason: `is an alias of the value in line ${lineAt(text, target.start)}`,
  hint: 'Set it there by hand, or give this field its own value.',
});

const isBroken = ({ content, end }: Node, text: string): boolean => /[\r\n]/.test(text.slice(content, end));

export function templateIn(node: Node, text: string): Refusal | undefined {
  if (!isTemplate(text.slice(node.start, node.end))) return undefined;
  return {
    reason: node.kind === 'scalar' ? 'is a template' : 'contains a template',
    hint: 'Set the new value where the template reads it from.',
  };
}

/** A note on the first key that is a map or a list, such as `{{ .size }}`: Helm does not read the file then. */
export function complexKeyIn(text: string, { root }: Tree): Note | undefined {
  const find = (node: Node, path: string[]): Note | undefined => {
    const inner =
      node.kind === 'list'
        ? node.items.map((item, index) => find(item, [...path, String(index)]))
        : node.kind === 'map'
          ? node.entries.map(({ key, value }) => {
              const name = isMerge(key) ? '<<' : keyOf(key);
              if (name !== undefined) return find(value, [...path, name]);
              const closest = path.length > 0 ? path : [text.slice(key.start, key.end)];
              return noteAt(text, closest, key.start, templateIn(node, text) ?? COMPLEX);
            })
          : [];
    return inner.find((note) => note !== undefined);
  };
  return root && find(root, []);
}

const COMPLEX: Refusal = { reason: 'has a key that is not text', hint: BY_HAND };
