import { isScalar } from 'yaml';
import type { Leaf } from '../input/yaml-leaves.ts';
import { MONITORING_GROUP, VALUES_KEYS } from '../objects/names.ts';

/** Whose volumes are meant: a component's, and of resources written out in full those of this name and namespace alone. */
export interface Owner {
  component: keyof typeof VALUES_KEYS;
  name?: string;
  namespace?: string;
}

/** A place of a document that describes the storage of a component. */
export interface Block {
  /** All of the document. */
  leaves: Leaf[];
  /** `prometheus.prometheusSpec.storageSpec`, below whatever the chart's values lie in. */
  storage: string[];
  /** Where its size is, or would be. */
  size: string[];
  retentionSize: string[];
}

const LIMIT = 'retentionSize';
const SIZE = ['volumeClaimTemplate', 'spec', 'resources', 'requests', 'storage'];

/**
 * The storage blocks of a component: in values of the chart at any depth (of an umbrella chart, a HelmRelease, an
 * Application), and in the component's own resource. One that has no storage has a `retentionSize` at least.
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

/** The leaf at a path. */
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

export const samePath = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index]);

const blockAt = (spec: string[], storage: string, leaves: Leaf[]): Block => ({
  leaves,
  storage: [...spec, storage],
  size: [...spec, storage, ...SIZE],
  retentionSize: [...spec, LIMIT],
});

function isChartSpec(path: string[], { component }: Owner): boolean {
  const { sections, specs }: { sections: readonly string[]; specs: readonly string[] } =
    VALUES_KEYS[component];
  return sections.includes(path.at(-2) ?? '') && specs.includes(path.at(-1) ?? '');
}

/** Whether it is the `spec` of a resource of the component's kind that can be the one that is meant. */
function isResourceSpec(path: string[], leaves: Leaf[], { component, name, namespace }: Owner): boolean {
  if (path.at(-1) !== 'spec') return false;
  const textAt = (...keys: string[]): string | undefined => {
    const node = leafAt(leaves, [...path.slice(0, -1), ...keys])?.node;
    return isScalar(node) ? String(node.value) : undefined;
  };
  const [itsName, itsNamespace] = [textAt('metadata', 'name'), textAt('metadata', 'namespace')];
  return (
    textAt('kind') === VALUES_KEYS[component].kind &&
    textAt('apiVersion')?.startsWith(`${MONITORING_GROUP}/`) === true &&
    (name === undefined || itsName === name) &&
    (namespace === undefined || itsNamespace === undefined || itsNamespace === namespace)
  );
}
