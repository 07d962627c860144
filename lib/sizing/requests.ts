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

/** Amounts that may be open: null where something of it is not measured, or where nothing limits a container. */
export type OpenAmounts = { [Amount in keyof Amounts]: number | null };

/** What the building block needs on a cluster of so many nodes, as the document recommends it (§8). */
export const ruleFor = (nodes: number): Amounts => ({
  cpuCores: 6 + 0.5 * nodes,
  memoryMiB: 6320 + 50 * nodes,
});

/** The operator's kinds that the document has rules for, or that count among them: an agent is none. */
const SCALED = [COMPONENTS.metrics, COMPONENTS.alerts, COMPONENTS.ruler];

/** A component of the document's scaling rules (§8). */
export type Part = ResizableName | OwnPart;

/**
 * Which part of the building block a pod is of, by its image or, of the operator's own pods, by its labels; undefined where it
 * is none of it.
 */
export function partOf(pod: PodObject): Part | undefined {
  const labels = pod.metadata.labels ?? {};
  if (labels['app.kubernetes.io/managed-by'] === 'prometheus-operator')
    return SCALED.find(({ app }) => app === labels['app.kubernetes.io/name'])?.name;
  const workload = { metadata: pod.metadata, spec: { template: pod } };
  return PARTS.find(([, software]) => installsIn(workload, 'Pod', [software]).length > 0)?.[0];
}

/** A pod of the building block. */
export interface BlockPod {
  name: string;
  part: Part;
  labels: Record<string, string>;
  resources: PodResources;
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

/** What limits a block, and which of its containers (`pod/container`) nothing limits. */
export interface Limits extends OpenAmounts {
  containers: number;
  unlimited: Record<Resource, string[]>;
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
export const boundsOf = ({ limits, unlimited }: Pick<PodResources, 'limits' | 'unlimited'>): OpenAmounts => ({
  cpuCores: unlimited.cpu.length > 0 ? null : limits.cpuCores,
  memoryMiB: unlimited.memory.length > 0 ? null : limits.memoryMiB,
});

/** What a pod asks for, and what it is held to. */
interface PodResources {
  requests: Amounts;
  /** The limits that there are. Without one in some container they hold nothing together. */
  limits: Amounts;
  /** How many containers run as long as the pod. */
  containers: number;
  /** Names of those that nothing limits. */
  unlimited: Record<Resource, string[]>;
}

export type Resource = 'cpu' | 'memory';

/**
 * What a pod requests and is limited to, as the scheduler counts it: its containers with their sidecars, or more where an init
 * container needs more to start; what the pod as a whole says instead of that; its overhead.
 */
export const resourcesOf = (pod: PodObject): PodResources => ({
  requests: amounts((resource) => totalOf(pod, 'requests', resource)),
  limits: amounts((resource) => totalOf(pod, 'limits', resource)),
  containers: lastingIn(pod).length,
  unlimited: { cpu: unlimitedIn(pod, 'cpu'), memory: unlimitedIn(pod, 'memory') },
});

type Side = keyof ResourcesObject;

/** The sum of amounts. */
export const sumOf = (all: readonly Amounts[]): Amounts => ({
  cpuCores: rounded(all.reduce((sum, { cpuCores }) => sum + cpuCores, 0)),
  memoryMiB: rounded(all.reduce((sum, { memoryMiB }) => sum + memoryMiB, 0)),
});

/** To thousandths: finer than anybody sizes, and without the noise of sums of fractions. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Bytes in a MiB. */
export const MIB = 2 ** 20;

const amounts = (total: (resource: Resource) => bigint): Amounts => ({
  cpuCores: rounded(Number(total('cpu')) / 1e9),
  memoryMiB: rounded(Number(total('memory')) / 1e9 / MIB),
});

function totalOf({ spec = {} }: PodObject, side: Side, resource: Resource): bigint {
  const whole = given(spec.resources?.[side], resource);
  const total =
    whole ?? ofContainers(spec, (container) => given(container.resources?.[side], resource) ?? 0n);
  // Overhead on nothing would make a limit of what is none.
  return side === 'limits' && total === 0n ? 0n : total + (given(spec.overhead, resource) ?? 0n);
}

/** Init containers start one after the other, each beside the sidecars that were started before it. */
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

/** Containers that have no limit, where the pod as a whole has none either. */
const unlimitedIn = (pod: PodObject, resource: Resource): string[] =>
  given(pod.spec?.resources?.limits, resource)
    ? []
    : lastingIn(pod)
        .filter(({ resources }) => !given(resources?.limits, resource))
        .map(({ name = '' }) => name);

/** Containers that run as long as the pod: sidecars too. */
const lastingIn = ({ spec: { containers = [], initContainers = [] } = {} }: PodObject): ContainerObject[] => [
  ...initContainers.filter(isSidecar),
  ...containers,
];

const isSidecar = ({ restartPolicy }: ContainerObject): boolean => restartPolicy === 'Always';

/** In billionths of a core or a byte; undefined where it is not given. */
const given = (quantities: Quantities | undefined, resource: Resource): bigint | undefined => {
  const text = quantities?.[resource];
  return text === undefined ? undefined : parseQuantity(String(text));
};

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
