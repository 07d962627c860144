import { COMPONENTS } from '../objects/components.ts';
import { type ContainerObject, isFinished, type PodObject } from '../objects/pod.ts';
import { compareQuantities, parseQuantity } from '../objects/quantity.ts';
import { installsIn } from '../versions/install.ts';
import { PARTS } from '../versions/monitoring.ts';
import { type OpenAmounts, type Part, partOf, rounded } from './requests.ts';
import type { Observed, Sizing } from './sizing.ts';

/** The values that size a container, in the order of the output. */
export const SETTINGS = ['requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'] as const;

export type SettingName = (typeof SETTINGS)[number];

/** Requests and limits as they are written; null where there is none. */
export type Declared = Record<SettingName, string | null>;

/** What the pods of a component use and need, and what its container has now. */
export interface PartUse {
  part: Part;
  pods: string[];
  /** How many of them were measured. */
  measured: number;
  /** The most that one of its pods uses now, with its sidecars. Null is unknown. */
  used: OpenAmounts;
  /** What one of its pods is expected to use with the sized number of nodes. Null if nothing tells, or it is what it uses now. */
  expected: OpenAmounts;
  /** The larger of both. */
  need: OpenAmounts;
  /** Of its main container, the largest among its pods. */
  cluster: Declared;
  /** Its instances, where the operator runs several: the values configure only one of them. */
  instances: string[];
}

/** The components that have pods, by the order of `ORDER`. */
export function partsOf(observed: Pick<Observed, 'pods'>, sizing: Sizing): PartUse[] {
  const running = runningPods(observed);
  return ORDER.flatMap((part) => {
    const pods = running.filter((pod) => partOf(pod) === part);
    return pods.length > 0 ? [useOf(part, pods, sizing)] : [];
  });
}

const ORDER: readonly Part[] = [
  ...(['metrics', 'alerts', 'ruler', 'ui'] as const),
  ...(['operator', 'cluster-state', 'node-exporter'] as const),
];

/** The pods that count. */
export const runningPods = ({ pods }: Pick<Observed, 'pods'>): PodObject[] =>
  (pods ?? []).filter((pod) => !isFinished(pod));

/** How many times as many nodes there are to be as there are now. */
export const growthOf = ({ nodes: { sized, cluster } }: Pick<Sizing, 'nodes'>): number =>
  cluster ? sized / cluster : 1;

/** What has series for every node, so that it needs more with more nodes. */
const GROWING: readonly Part[] = ['metrics', 'cluster-state'];

function useOf(part: Part, pods: readonly PodObject[], sizing: Sizing): PartUse {
  const names = pods.map(({ metadata }) => metadata.name);
  const seen = sizing.pods.filter(({ name }) => names.includes(name)).map(({ measured }) => measured);
  const used = most(seen);
  const stores = part === 'metrics' ? sizing.stores : [];
  const growth = growthOf(sizing);
  const grown = (value: number | null): number | null =>
    value === null || growth === 1 || !GROWING.includes(part) ? null : rounded(value * growth);
  // Memory is expected by series, which is more exact than by nodes.
  const bySeries = most(stores.map(({ expected }) => ({ cpuCores: null, memoryMiB: expected.memoryMiB })));
  const expected = {
    cpuCores: grown(used.cpuCores),
    memoryMiB: bySeries.memoryMiB ?? grown(used.memoryMiB),
  };
  const resident = stores.map(({ measured }) => ({ cpuCores: null, memoryMiB: measured.memoryMiB }));
  const instances = pods.map(({ metadata }) => metadata.labels?.['app.kubernetes.io/instance'] ?? '');
  return {
    part,
    pods: names,
    measured: seen.filter(({ cpuCores, memoryMiB }) => cpuCores !== null || memoryMiB !== null).length,
    used,
    expected,
    need: most([used, expected, ...resident]),
    cluster: declaredBy(pods.flatMap((pod) => containerOf(pod, part) ?? [])),
    instances: part in COMPONENTS ? [...new Set(instances)].toSorted() : [],
  };
}

function most(all: readonly OpenAmounts[]): OpenAmounts {
  const largest = (of: keyof OpenAmounts): number | null => {
    const known = all.map((amounts) => amounts[of]).filter((value) => value !== null);
    return known.length > 0 ? Math.max(...known) : null;
  };
  return { cpuCores: largest('cpuCores'), memoryMiB: largest('memoryMiB') };
}

/** The container of a pod that the values of its component are about. */
export function containerOf(pod: PodObject, part: Part): ContainerObject | undefined {
  const containers = pod.spec?.containers ?? [];
  if (part in COMPONENTS)
    return containers.find(({ name }) => name === COMPONENTS[part as keyof typeof COMPONENTS].container);
  const software = PARTS.find(([own]) => own === part)?.[1];
  const workload = { metadata: pod.metadata, spec: { template: pod } };
  const [install] = software ? installsIn(workload, 'Pod', [software]) : [];
  return containers.find(({ image }) => image === install?.image);
}

const declaredBy = (containers: readonly ContainerObject[]): Declared =>
  declared((side, resource) =>
    containers
      .flatMap(({ resources }) => resources?.[side]?.[resource] ?? [])
      .map(String)
      .filter((text) => parseQuantity(text) !== undefined)
      .reduce<string | null>(
        (largest, text) => (largest !== null && compareQuantities(largest, text) >= 0 ? largest : text),
        null,
      ),
  );

/** Requests and limits by what one of them is. */
export const declared = (
  quantityAt: (side: 'requests' | 'limits', resource: 'cpu' | 'memory') => string | null,
): Declared => ({
  'requests.cpu': quantityAt('requests', 'cpu'),
  'requests.memory': quantityAt('requests', 'memory'),
  'limits.cpu': quantityAt('limits', 'cpu'),
  'limits.memory': quantityAt('limits', 'memory'),
});
