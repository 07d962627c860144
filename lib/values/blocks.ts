import { isScalar } from 'yaml';
import { parseDocuments } from '../input/yaml-documents.ts';
import { type Leaf, leavesOf } from '../input/yaml-leaves.ts';
import { COMPONENTS } from '../objects/components.ts';
import { MONITORING_GROUP, VALUES_KEYS } from '../objects/names.ts';
import { CLAIM_SIZE } from './keys.ts';
import { isTemplate } from './template.ts';

/** A values file: its text, and the leaves of each document. */
export interface ValuesText {
  text: string;
  documents: Leaf[][];
  /** The line of a leaf, from 1. */
  lineOf(leaf: Leaf | undefined): number;
}

/** Parses a values file. @throws {YamlSyntaxError} */
export function readDocuments(text: string): ValuesText {
  const { documents, lineCounter } = parseDocuments(text);
  return {
    text,
    documents: documents.map(({ contents }) => leavesOf(contents)),
    lineOf: (leaf) => lineCounter.linePos(leaf?.node?.range?.[0] ?? 0).line,
  };
}

/** Whose volumes to change: a component's. `name` and `namespace` restrict it among full resources. */
export interface Owner {
  component: keyof typeof VALUES_KEYS;
  name?: string;
  namespace?: string;
}

/** The storage of a component in a document. */
export interface Block {
  /** Those of the whole document. */
  leaves: Leaf[];
  /** `prometheus.prometheusSpec.storageSpec`, with a prefix if the chart's values are nested. */
  storage: string[];
  /** The path of its size, set or not. */
  size: string[];
  retentionSize: string[];
}

const LIMIT = 'retentionSize';

/**
 * The storage blocks of a component: in chart values at any depth (of an umbrella chart, a HelmRelease, an Application) and in
 * the component's own resource. Each sets storage or at least a `retentionSize`.
 */
export function blocksOf(leaves: Leaf[], owner: Owner): Block[] {
  const inChart = VALUES_KEYS[owner.component].storage;
  const inResource = 'storage';
  const blocks = new Map<string, Block>();
  for (const { path } of leaves) {
    for (const [end, key] of path.entries()) {
      const spec = path.slice(0, end);
      const add = (storage: string) => blocks.set(JSON.stringify(spec), blockAt(spec, storage, leaves));
      if ((key === inChart || key === LIMIT) && isChartSpec(spec, owner)) add(inChart);
      if ((key === inResource || key === LIMIT) && isResourceSpec(spec, leaves, owner)) add(inResource);
    }
  }
  return [...blocks.values()];
}

export function leafAt(leaves: Leaf[], path: string[]): Leaf | undefined {
  const leaf = leafFrom(leaves, path);
  return leaf?.path.length === path.length ? leaf : undefined;
}

/** The first leaf at a path or below it. */
export function leafFrom(leaves: Leaf[], path: string[]): Leaf | undefined {
  const known = BY_PATH.get(leaves) ?? byPath(leaves);
  BY_PATH.set(leaves, known);
  return known.get(JSON.stringify(path));
}

const BY_PATH = new WeakMap<Leaf[], Map<string, Leaf>>();

function byPath(leaves: Leaf[]): Map<string, Leaf> {
  const found = new Map<string, Leaf>();
  for (const leaf of leaves)
    for (let end = leaf.path.length; end > 0; end -= 1) {
      const key = JSON.stringify(leaf.path.slice(0, end));
      if (found.has(key)) break;
      found.set(key, leaf);
    }
  return found;
}

const blockAt = (spec: string[], storage: string, leaves: Leaf[]): Block => ({
  leaves,
  storage: [...spec, storage],
  size: [...spec, storage, ...CLAIM_SIZE],
  retentionSize: [...spec, LIMIT],
});

function isChartSpec(path: string[], { component }: Owner): boolean {
  const { sections, specs }: { sections: readonly string[]; specs: readonly string[] } =
    VALUES_KEYS[component];
  return sections.includes(path.at(-2) ?? '') && specs.includes(path.at(-1) ?? '');
}

/** Whether a path is the `spec` of a resource that matches the owner. A resource without a namespace matches any. */
function isResourceSpec(path: string[], leaves: Leaf[], { component, name, namespace }: Owner): boolean {
  if (path.at(-1) !== 'spec') return false;
  const textAt = (...keys: string[]): string | undefined => {
    const node = leafAt(leaves, [...path.slice(0, -1), ...keys])?.node;
    return isScalar(node) ? String(node.value) : undefined;
  };
  const [itsName, itsNamespace] = [textAt('metadata', 'name'), textAt('metadata', 'namespace')];
  return (
    textAt('kind') === COMPONENTS[component].kind &&
    textAt('apiVersion')?.startsWith(`${MONITORING_GROUP}/`) === true &&
    (name === undefined || itsName === name) &&
    (namespace === undefined || itsNamespace === undefined || itsNamespace === namespace)
  );
}

export interface Spot {
  path: string[];
  /** From 1. */
  line: number;
}

/** A value that can be replaced in place, with its offsets in the text and its quote. */
export interface Value extends Spot {
  value: string;
  start: number;
  end: number;
  quote: string;
}

/** Something that the user has to do: `reason` completes a sentence that begins with the path, `hint` is a sentence. */
export interface Note extends Spot {
  reason: string;
  hint: string;
}

const QUOTES: Record<string, string> = { PLAIN: '', QUOTE_SINGLE: "'", QUOTE_DOUBLE: '"' };

/** The value at a path, or a note why it cannot be edited. */
export function valueAt(path: string[], leaves: Leaf[], file: ValuesText): Value | Note {
  const template = templateAt(path, leaves, file);
  if (template) return template;
  const { leaf, start, end, source } = sourceAt(path, leaves, file);
  const node = leaf?.node;
  const spot = { path, line: file.lineOf(leaf) };
  if (!isScalar(node) || source === '') return { ...spot, reason: 'has no value', hint: BY_HAND };
  const quote = QUOTES[node.type ?? ''];
  if (quote === undefined || source.includes('\n'))
    return { ...spot, reason: 'spans several lines', hint: 'Write it on one line.' };
  const twin = leaves.find((other) => other.node === node && other !== leaf && !isScratch(other));
  if (twin)
    return {
      ...spot,
      reason: `is an anchored value that ${twin.path.join('.')} also uses`,
      hint: 'Give each field its own value.',
    };
  return { ...spot, value: String(node.value), start, end, quote };
}

/** A note if the value at a path is a template. */
export function templateAt(path: string[], leaves: Leaf[], file: ValuesText): Note | undefined {
  const { leaf, source } = sourceAt(path, leaves, file);
  if (!isTemplate(source)) return undefined;
  return { path, line: file.lineOf(leaf), reason: `is a template: ${source}`, hint: ITS_SOURCE };
}

function sourceAt(path: string[], leaves: Leaf[], { text }: ValuesText) {
  const leaf = leafAt(leaves, path);
  const [start = 0, end = 0] = leaf?.node?.range ?? [];
  return { leaf, start, end, source: text.slice(start, end) };
}

export const BY_HAND = 'Set the new value by hand.';
const ITS_SOURCE = 'Set the new value where the template reads it from.';

/** Whether a value is only there for aliases: at the top, or below a key that no chart reads, like `x-sizes`. */
const isScratch = ({ path: [top = '', ...rest] }: Leaf): boolean =>
  rest.length === 0 || /^(x-|_|\.)/.test(top);
