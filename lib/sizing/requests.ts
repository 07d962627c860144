import { parseQuantity } from '../objects/quantity.ts';
import type { ContainerObject, PodObject, Quantities, ResourcesObject } from './pod.ts';
import type { Amounts } from './rule.ts';

/** What a pod asks for, and what it is held to. */
export interface PodResources {
  requests: Amounts;
  /** The limits that there are. Without one in some container they hold nothing together. */
  limits: Amounts;
  /** How many containers run as long as the pod. */
  containers: number;
  /** Names of those that nothing limits. */
  unlimited: Record<Resource, string[]>;
}

export type Resource = 'cpu' | 'memory';

type Side = keyof ResourcesObject;

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
