import { COMPONENTS, type ResizableName } from '../objects/components.ts';
import {
  type ContainerObject,
  isFinished,
  type PodObject,
  type Quantities,
  type ResourcesObject,
} from '../objects/pod.ts';
import { parseQuantity } from '../objects/quantity.ts';
import { installsIn } from '../versions/install.ts';
import { type Part as OwnPart, PARTS } from '../versions/monitoring.ts';

/** CPU in cores and memory in MiB. */
export interface Amounts {
  cpuCores: number;
  memoryMiB: number;
}

/** Amounts that may be unknown (not measured) or unlimited: null. */
export type OpenAmounts = { [Amount in keyof Amounts]: number | null };

/** The recommended resources of the building block for a number of nodes (§8). */
export const ruleFor = (nodes: number): Amounts => ({
  cpuCores: 6 + 0.5 * nodes,
  memoryMiB: 6320 + 50 * nodes,
});

/** The operator's kinds that the sizing rule covers (§8): not agents. */
const SCALED = [COMPONENTS.metrics, COMPONENTS.alerts, COMPONENTS.ruler];

/** A component of the scaling rules (§8). */
export type Part = ResizableName | OwnPart;

/**
 * The part of the building block that a pod belongs to, by its labels if the operator manages it, otherwise by its image;
 * undefined if it belongs to none.
 */
export function partOf(pod: PodObject): Part | undefined {
  const labels = pod.metadata.labels ?? {};
  if (labels['app.kubernetes.io/managed-by'] === 'prometheus-operator')
    return SCALED.find(({ app }) => app === labels['app.kubernetes.io/name'])?.name;
  const workload = { metadata: pod.metadata, spec: { template: pod } };
  return PARTS.find(([, software]) => installsIn(workload, 'Pod', [software]).length > 0)?.[0];
}

export interface BlockPod {
  name: string;
  part: Part;
  labels: Record<string, string>;
  resources: PodResources;
}

/** The pods of the building block in a namespace, by name, and the names of all other pods. */
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

/** The limits of a block, and its containers without limits (`pod/container`). */
export interface Limits extends OpenAmounts {
  containers: number;
  unlimited: Record<Resource, string[]>;
}

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

/** The limits, or null if a container has none. */
export const boundsOf = ({ limits, unlimited }: Pick<PodResources, 'limits' | 'unlimited'>): OpenAmounts => ({
  cpuCores: unlimited.cpu.length > 0 ? null : limits.cpuCores,
  memoryMiB: unlimited.memory.length > 0 ? null : limits.memoryMiB,
});

interface PodResources {
  requests: Amounts;
  /** The sum of the limits; it limits nothing if a container has none. */
  limits: Amounts;
  /** Number of containers that run as long as the pod. */
  containers: number;
  /** Names of the containers without limits. */
  unlimited: Record<Resource, string[]>;
}

export type Resource = 'cpu' | 'memory';

/**
 * The requests and limits of a pod as the scheduler counts them: the sum of its containers and sidecars, or the maximum of its
 * init containers if that is larger; pod-level resources override both; plus the pod's overhead.
 */
export const resourcesOf = (pod: PodObject): PodResources => ({
  requests: amounts((resource) => totalOf(pod, 'requests', resource)),
  limits: amounts((resource) => totalOf(pod, 'limits', resource)),
  containers: lastingIn(pod).length,
  unlimited: { cpu: unlimitedIn(pod, 'cpu'), memory: unlimitedIn(pod, 'memory') },
});

type Side = keyof ResourcesObject;

export const sumOf = (all: readonly Amounts[]): Amounts => ({
  cpuCores: rounded(all.reduce((sum, { cpuCores }) => sum + cpuCores, 0)),
  memoryMiB: rounded(all.reduce((sum, { memoryMiB }) => sum + memoryMiB, 0)),
});

/** To thousandths, which removes the noise of floating-point sums. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Bytes per MiB. */
export const MIB = 2 ** 20;

const amounts = (total: (resource: Resource) => bigint): Amounts => ({
  cpuCores: rounded(Number(total('cpu')) / 1e9),
  memoryMiB: rounded(Number(total('memory')) / 1e9 / MIB),
});

function totalOf({ spec = {} }: PodObject, side: Side, resource: Resource): bigint {
  const whole = given(spec.resources?.[side], resource);
  const total =
    whole ?? ofContainers(spec, (container) => given(container.resources?.[side], resource) ?? 0n);
  // Overhead alone is not a limit.
  return side === 'limits' && total === 0n ? 0n : total + (given(spec.overhead, resource) ?? 0n);
}

/** Init containers run one after the other, each beside the sidecars that started before it. */
function ofContainers(
  { containers = [], initContainers = [] }: NonNullable<PodObject['spec']>,
  amountOf: (container: ContainerObject) => bigint,
): bigint {
  let sidecars = 0n;
  let starting = 0n;
  for (const container of initContainers) {
    const own = amountOf(container);
    starting = larger(starting, sidecars + own);
    if (isSidecar(container)) sidecars += own;
  }
  const running = containers.reduce((sum, container) => sum + amountOf(container), sidecars);
  return larger(running, starting);
}

/** Containers without a limit, unless the pod as a whole has one. */
const unlimitedIn = (pod: PodObject, resource: Resource): string[] =>
  given(pod.spec?.resources?.limits, resource)
    ? []
    : lastingIn(pod)
        .filter(({ resources }) => !given(resources?.limits, resource))
        .map(({ name = '' }) => name);

/** Containers that run as long as the pod, including sidecars. */
const lastingIn = ({ spec: { containers = [], initContainers = [] } = {} }: PodObject): ContainerObject[] => [
  ...initContainers.filter(isSidecar),
  ...containers,
];

const isSidecar = ({ restartPolicy }: ContainerObject): boolean => restartPolicy === 'Always';

/** In billionths of a core or a byte; undefined if absent. */
const given = (quantities: Quantities | undefined, resource: Resource): bigint | undefined => {
  const text = quantities?.[resource];
  return text === undefined ? undefined : parseQuantity(String(text));
};

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
