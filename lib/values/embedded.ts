import { treesOf } from './edit-tree.ts';
import type { Path } from './layers.ts';
import { nodeAt } from './places.ts';

/**
 * A file in which nothing is left but a block of text (`|`), on its own lines and columns: values in it are read, and found, where they
 * are. Undefined if the path has no such block.
 */
export function onlyBlock(text: string, document: number, path: Path): string | undefined {
  const node = nodeAt(treesOf(text)[document], path);
  if (node?.kind !== 'scalar' || node.quote !== undefined) return undefined;
  const before = text.slice(0, node.content);
  if (!HEADER.test(before.slice(-LONGEST))) return undefined;
  return blank(before) + text.slice(node.content, node.end) + blank(text.slice(node.end));
}

/** What begins a literal block; one that is folded (`>`) is another text than its lines. */
const HEADER = /\|[-+0-9]{0,2}[ \t]*(?:#[^\n]*)?\r?\n\s*$/;

/** Of a header and the empty lines behind it. */
const LONGEST = 500;

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');
