import { isScalar } from 'yaml';
import type { Leaf } from '../input/yaml-leaves.ts';
import { leafAt, samePath } from './blocks.ts';
import type { ValuesText } from './document.ts';

interface Spot {
  path: string[];
  /** From 1. */
  line: number;
}

/** A value that can be replaced where it stands: its place in the text, and how it is quoted. */
export interface Value extends Spot {
  value: string;
  start: number;
  end: number;
  quote: string;
}

/** Something that is left to a person: what is to be said of the path, and a sentence that says what to do. */
export interface Note extends Spot {
  reason: string;
  mend: string;
}

const QUOTES: Record<string, string> = { PLAIN: '', QUOTE_SINGLE: "'", QUOTE_DOUBLE: '"' };

/** Templates of Helm, and variables of Flux. */
const TEMPLATE = /\{\{|\$\{/;

/** The value at a path, or a note of what stands against editing it. */
export function valueAt(path: string[], leaves: Leaf[], file: ValuesText): Value | Note {
  const template = templateAt(path, leaves, file);
  if (template) return template;
  const { leaf, start, end, source } = sourceAt(path, leaves, file);
  const node = leaf?.node;
  const spot = { path, line: file.lineOf(leaf) };
  if (!isScalar(node) || source === '') return { ...spot, reason: 'has no value', mend: BY_HAND };
  const quote = QUOTES[node.type ?? ''];
  if (quote === undefined || source.includes('\n'))
    return { ...spot, reason: 'is written over several lines', mend: 'Write it on one line.' };
  const twin = leaves.find(
    (other) => other.node === node && !samePath(other.path, path) && !isScratch(other),
  );
  if (twin)
    return {
      ...spot,
      reason: `is an anchored value that ${twin.path.join('.')} has too`,
      mend: 'Give each of them a value of its own.',
    };
  return { ...spot, value: String(node.value), start, end, quote };
}

/** A note of a template that stands at a path. */
export function templateAt(path: string[], leaves: Leaf[], file: ValuesText): Note | undefined {
  const { leaf, source } = sourceAt(path, leaves, file);
  if (!TEMPLATE.test(source)) return undefined;
  return { path, line: file.lineOf(leaf), reason: `is a template: ${source}`, mend: ITS_SOURCE };
}

function sourceAt(path: string[], leaves: Leaf[], { text }: ValuesText) {
  const leaf = leafAt(leaves, path);
  const [start = 0, end = 0] = leaf?.node?.range ?? [];
  return { leaf, start, end, source: text.slice(start, end) };
}

export const BY_HAND = 'Write the new value there by hand.';
const ITS_SOURCE = 'Write the new value where the template takes it from.';

/** Where a file keeps what its aliases stand for: a value at its top, or below a key that no chart takes, like `x-sizes`. */
const isScratch = ({ path: [top = '', ...rest] }: Leaf): boolean =>
  rest.length === 0 || /^(x-|_|\.)/.test(top);
