import { isScalar, Scalar } from 'yaml';
import { type SourceMap, wholeFile } from '../input/source-map.ts';
import type { Leaf } from '../input/yaml-leaves.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { isIronicSettings } from './fields.ts';

/** An object with its values, and the text that the ranges of their nodes refer to. */
export interface Held {
  /** As data: aliases followed, merge keys taken in. */
  value: unknown;
  /** Its values, with paths from the object itself. */
  leaves: Leaf[];
  sourceMap: SourceMap;
}

/** The object that Kustomize generates from a file. */
export interface Generated {
  kind: 'ConfigMap' | 'Secret';
  name: string;
  /** The key for the whole file; absent if each of its lines is a key and a value. */
  key?: string;
}

/** A file that a generator reads. */
export interface Reference extends Generated {
  /** As written: relative to the Kustomization's folder. */
  path: string;
  leaf: Leaf;
}

/**
 * Splits up a Kustomization: the objects that generators make of literals, the files that they read, and all other leaves. All
 * leaves of any other object are `others`.
 */
export function generatorsIn({ value, leaves, sourceMap }: Held) {
  const root = fieldsOf(value) ?? {};
  const found = { objects: [] as Held[], references: [] as Reference[], others: [] as Leaf[] };
  const literals = new Map<string, { generated: Generated; leaves: Leaf[] }>();
  for (const leaf of leaves) {
    const { generator = '', kind, name = '', field = '' } = generatorAt(leaf.path, root) ?? {};
    const text = isScalar(leaf.node) ? leaf.node.value : undefined;
    if (kind === undefined || typeof text !== 'string') found.others.push(leaf);
    else if (field === 'literals') {
      if (!literals.has(generator)) literals.set(generator, { generated: { kind, name }, leaves: [] });
      literals.get(generator)?.leaves.push(leaf);
    } else if (field === 'files') {
      const [path = '', key = path.split('/').at(-1) ?? ''] = text.split('=', 2).reverse();
      found.references.push({ kind, name, key, path, leaf });
    } else found.references.push({ kind, name, path: text, leaf });
  }
  for (const { generated, leaves: own } of literals.values()) {
    const pairs = own.flatMap(({ node }) => {
      const [, key, text = ''] = /^([^=]+)=(.*)$/s.exec(isScalar(node) ? String(node.value) : '') ?? [];
      return key === undefined ? [] : [{ key, text, node }];
    });
    found.objects.push(objectOf(generated, pairs, sourceMap));
  }
  return found;
}

/** The generator that a field belongs to: an entry in a Kustomization's list, or an object of its own. */
function generatorAt(path: string[], root: Record<string, unknown>) {
  const isOwn = typeof root.kind === 'string' && Object.hasOwn(KINDS, root.kind);
  const [list = '', index = '', field = ''] = isOwn ? [root.kind as string, '', path[0]] : path;
  const kind = Object.hasOwn(KINDS, list) ? KINDS[list] : undefined;
  const isPart = path.length === (field === 'env' ? 0 : 1) + (isOwn ? 1 : 3);
  if (kind === undefined || !isPart || !SOURCES.has(field)) return undefined;
  const entries = root[list];
  const entry = isOwn ? root.metadata : Array.isArray(entries) ? entries[Number(index)] : undefined;
  return { generator: `${list}/${index}`, kind, name: textOf(fieldsOf(entry)?.name ?? ''), field };
}

const KINDS: Record<string, Generated['kind']> = {
  configMapGenerator: 'ConfigMap',
  secretGenerator: 'Secret',
  ConfigMapGenerator: 'ConfigMap',
  SecretGenerator: 'Secret',
};

const SOURCES = new Set(['literals', 'files', 'envs', 'env']);

/** The object that Kustomize generates from a file. */
export function generatedObject(text: string, generated: Generated): Held {
  const { key } = generated;
  const pairs = key === undefined ? settingsIn(text) : [{ key, text, node: scalarAt(text, 0, text.length) }];
  return objectOf(generated, pairs, wholeFile(text));
}

/** Of two objects generated from one file, the one to check: Ironic's settings, else the first. */
export const tellingOf = (one: Generated | undefined, other: Generated): Generated =>
  one === undefined || (other.kind === 'ConfigMap' && isIronicSettings({ metadata: other })) ? other : one;

/** The object that a settings file without a reference is for, by its name; undefined for a file without the ending `.env`. */
export function settingsByName(file: string): Generated | undefined {
  const [, name] = /(?:^|[\\/])([^\\/]+)\.env$/.exec(file) ?? [];
  return name === undefined ? undefined : { kind: 'ConfigMap', name: name.replaceAll('_', '-') };
}

interface Pair {
  key: string;
  text: string;
  node: Leaf['node'];
}

/** The key and value of each line. A key alone takes its value from the environment of the build. */
const settingsIn = (text: string): Pair[] =>
  [...text.matchAll(/^\uFEFF?[ \t]*([^\s#=][^=\r\n]*)(?:(=)([^\r\n]*))?\r?$/gm)].map(
    ({ 0: line, 1: key = '', 2: sign, 3: value = '', index }) => {
      const end = index + line.replace(/\r$/, '').length;
      return sign === undefined
        ? { key: key.trim(), text: `\${${key.trim()}}`, node: scalarAt(text, end, end) }
        : { key, text: value, node: scalarAt(text, end - value.length, end) };
    },
  );

function scalarAt(text: string, start: number, end: number): Scalar {
  const node = new Scalar(text.slice(start, end));
  node.range = [start, end, end];
  return node;
}

function objectOf({ kind, name }: Generated, pairs: Pair[], sourceMap: SourceMap): Held {
  const field = kind === 'Secret' ? 'stringData' : 'data';
  const data = Object.fromEntries(pairs.map(({ key, text }) => [key, text.replace(QUOTED, '$2')]));
  return {
    value: { apiVersion: 'v1', kind, metadata: { name }, [field]: data },
    leaves: pairs.map(({ key, node }) => ({ path: [field, key], node })),
    sourceMap,
  };
}

const QUOTED = /^(["'])(.*)\1$/s;
