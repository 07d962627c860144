import { isScalar, Scalar } from 'yaml';
import type { Leaf } from '../input/yaml-leaves.ts';
import { fieldsOf } from '../objects/fields.ts';
import { isIronicSettings } from './fields.ts';
import { type SourceMap, wholeFile } from './source-map.ts';

/** An object with its values, and the text that the ranges of their nodes count in. */
export interface Held {
  /** As data: aliases followed, merge keys taken in. */
  value: unknown;
  /** Its values, with paths from the object itself. */
  leaves: Leaf[];
  sourceMap: SourceMap;
}

/** What Kustomize makes of a file that is no manifest. */
export interface Generated {
  kind: 'ConfigMap' | 'Secret';
  name: string;
  /** Under which all of the file is kept; absent where each of its lines is a key and a value. */
  key?: string;
}

/** A file that a generator reads. */
export interface Reference extends Generated {
  /** As it is written: relative to the Kustomization's folder. */
  path: string;
  /** Where that is written. */
  leaf: Leaf;
}

/** What the generators of a Kustomization make of literals, which files they read, and what else it holds. */
export interface Generators {
  objects: Held[];
  references: Reference[];
  others: Leaf[];
}

/** Takes the generators of a Kustomization apart; all leaves of any other object are `others`. */
export function generatorsIn({ value, leaves, sourceMap }: Held): Generators {
  const root = fieldsOf(value) ?? {};
  const found: Generators = { objects: [], references: [], others: [] };
  const literals = new Map<string, { generated: Generated; leaves: Leaf[] }>();
  for (const leaf of leaves) {
    const { generator = '', kind, name = '', field = '' } = generatorAt(leaf.path, root) ?? {};
    const text = isScalar(leaf.node) ? leaf.node.value : undefined;
    if (kind === undefined || typeof text !== 'string') found.others.push(leaf);
    else if (field === 'literals') {
      const own: { generated: Generated; leaves: Leaf[] } = literals.get(generator) ?? {
        generated: { kind, name },
        leaves: [],
      };
      literals.set(generator, own);
      own.leaves.push(leaf);
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

/** The generator that a field belongs to: one of a Kustomization's list, or one that is an object of its own. */
function generatorAt(
  path: string[],
  root: Record<string, unknown>,
): { generator: string; kind: Generated['kind']; name: string; field: string } | undefined {
  const isOwn = typeof root.kind === 'string' && Object.hasOwn(KINDS, root.kind);
  const [list = '', index = '', field = ''] = isOwn ? [root.kind as string, '', path[0]] : path;
  const kind = Object.hasOwn(KINDS, list) ? KINDS[list] : undefined;
  const isPart = path.length === (field === 'env' ? 0 : 1) + (isOwn ? 1 : 3);
  if (kind === undefined || !isPart || !SOURCES.has(field)) return undefined;
  const entries = root[list];
  const entry = isOwn ? root.metadata : Array.isArray(entries) ? entries[Number(index)] : undefined;
  return { generator: `${list}/${index}`, kind, name: String(fieldsOf(entry)?.name ?? ''), field };
}

const KINDS: Record<string, Generated['kind']> = {
  configMapGenerator: 'ConfigMap',
  secretGenerator: 'Secret',
  ConfigMapGenerator: 'ConfigMap',
  SecretGenerator: 'Secret',
};

const SOURCES = new Set(['literals', 'files', 'envs', 'env']);

/** The object that Kustomize makes of a file, whose values stand in the file. */
export function generatedObject(text: string, generated: Generated): Held {
  const { key } = generated;
  const pairs = key === undefined ? settingsIn(text) : [{ key, text, node: scalarAt(text, 0, text.length) }];
  return objectOf(generated, pairs, wholeFile(text));
}

/** The one of two ways to make something of a file that tells more of it. */
export const tellingOf = (one: Generated | undefined, other: Generated): Generated =>
  one === undefined || (other.kind === 'ConfigMap' && isIronicSettings({ metadata: other })) ? other : one;

/** What a file of settings that nothing refers to is for, by its name; undefined for a file of another name. */
export function settingsByName(file: string): Generated | undefined {
  const [, name] = /(?:^|[\\/])([^\\/]+)\.env$/.exec(file) ?? [];
  return name === undefined ? undefined : { kind: 'ConfigMap', name: name.replaceAll('_', '-') };
}

interface Pair {
  key: string;
  text: string;
  node: Leaf['node'];
}

/** Each line's key and value. One without a value takes it from whoever builds. */
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
