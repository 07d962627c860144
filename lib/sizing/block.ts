import type { Measured } from './measured.ts';
import { isFinished, type Part, type PodObject, partOf } from './pod.ts';
import { type PodResources, type Resource, resourcesOf, sumOf } from './requests.ts';
import type { Amounts } from './rule.ts';

/** A pod of the building block. */
export interface BlockPod {
  name: string;
  part: Part;
  labels: Record<string, string>;
  resources: PodResources;
}

/** What limits a pod or all of them: null where a container has no limit, for nothing holds the sum then. */
export type Bounds = { [Amount in keyof Amounts]: number | null };

/** What limits a block, and which of its containers (`pod/container`) nothing limits. */
export interface Limits extends Bounds {
  containers: number;
  unlimited: Record<Resource, string[]>;
}

/** A pod of the block as `-o json` shows it. */
export interface PodSizing {
  name: string;
  part: Part;
  requests: Amounts;
  limits: Bounds;
  measured: Measured;
}

/** The pods of a namespace that are the building block's, by name, and the names of those that run beside it. */
export function blockIn(pods: readonly PodObject[]): { block: BlockPod[]; others: string[] } {
  const running = pods
    .filter((pod) => !isFinished(pod))
    .map((pod) => ({ pod, name: pod.metadata.name, part: partOf(pod) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return {
    block: running.flatMap(({ pod, name, part }) =>
      part ? [{ name, part, labels: pod.metadata.labels ?? {}, resources: resourcesOf(pod) }] : [],
    ),
    others: running.filter(({ part }) => part === undefined).map(({ name }) => name),
  };
}

/** What limits a block. */
export function limitsOf(block: readonly BlockPod[]): Limits {
  const named = (resource: Resource): string[] =>
    block.flatMap(({ name, resources }) => resources.unlimited[resource].map((one) => `${name}/${one}`));
  const unlimited = { cpu: named('cpu'), memory: named('memory') };
  return {
    ...boundsOf({ limits: sumOf(block.map(({ resources }) => resources.limits)), unlimited }),
    containers: block.reduce((sum, { resources }) => sum + resources.containers, 0),
    unlimited,
  };
}

/** The limits that there are, where they are all that there could be. */
export const boundsOf = ({ limits, unlimited }: Pick<PodResources, 'limits' | 'unlimited'>): Bounds => ({
  cpuCores: unlimited.cpu.length > 0 ? null : limits.cpuCores,
  memoryMiB: unlimited.memory.length > 0 ? null : limits.memoryMiB,
});
