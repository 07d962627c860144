import type { Block, InstanceState, PodTrouble, Workload } from '../block.ts';

/**
 * What a finding does harm to, the worst first: data that is lost or about to be, nobody being told of anything, a part that
 * is down, what will do harm later, and what is worth knowing.
 */
export const HARMS = ['loss', 'blind', 'down', 'risk', 'notice'] as const;
export type Harm = (typeof HARMS)[number];

/** Something that is wrong with the block, or worth knowing of it. */
export interface Finding {
  /** Name of the check that found it: `disk-full`. */
  check: string;
  harm: Harm;
  namespace: string;
  /** What it is about: `prometheus/k8s`, `deployment/grafana`. */
  about: string;
  /** What is wrong, in one sentence without a full stop. */
  text: string;
  /** The command that mends it, or that says more; without the flags that lead to the cluster. */
  command: Command | undefined;
  /** What a command alone does not say. */
  advice: string | undefined;
}

export interface Command {
  /** `['kubectl', 'monitoring', 'resize-pvc', '120Gi', 'k8s']`. */
  words: string[];
  /** What stands behind the flags that lead to the cluster. */
  last?: string[];
  /** For `-n`; empty: none. */
  namespace: string;
}

/** A rule that a block is held to: data with a pure function. What it holds the block to stands above it, with its source. */
export interface Check {
  name: string;
  find(block: Block): Found[];
}

/** What a check found. */
export type Found = Omit<Finding, 'check'>;

/** What is wrong with something whose place and name are known. */
export type Said = Pick<Found, 'text' | 'command'> & { advice?: string | undefined };

/** Makes checks that look at one thing of a block after the other. */
const checkOf =
  <T>(all: (block: Block) => readonly T[], placeOf: (it: T) => Pick<Found, 'namespace' | 'about'>) =>
  (
    name: string,
    harm: Harm,
    find: (it: T, block: Block) => Said | readonly Said[] | false | undefined,
  ): Check => ({
    name,
    find: (block) =>
      all(block).flatMap((it) =>
        [find(it, block) || []].flat().map((said) => ({ ...placeOf(it), advice: undefined, harm, ...said })),
      ),
  });

/** What a command finds something by. */
interface Named {
  kind: string;
  namespace: string;
  name: string;
}

const placeOf = ({ kind, namespace, name }: Named): Pick<Found, 'namespace' | 'about'> => ({
  namespace,
  about: `${kind.toLowerCase()}/${name}`,
});

/** A check of instances: `prometheus/k8s`. */
export const ofInstances = checkOf(({ instances }) => instances, placeOf);

/** A check of workloads: `deployment/grafana`. */
export const ofWorkloads = checkOf(({ workloads }) => workloads, placeOf);

/** A check of both alike. */
export const ofParts = checkOf(
  ({ instances, workloads }): (InstanceState | Workload)[] => [...instances, ...workloads],
  placeOf,
);

/** A check of claims: `pvc/prometheus-k8s-db-prometheus-k8s-0`. */
export const ofVolumes = checkOf(
  ({ volumes }) => volumes,
  ({ namespace, claim: { name } }) => placeOf({ kind: 'pvc', namespace, name }),
);

/** What shows all that the cluster says of something. */
export const describing = ({ kind, name, namespace }: Named): Command => ({
  words: ['kubectl', 'describe', kind.toLowerCase(), name],
  namespace,
});

/** A merge patch of something's spec. */
export const patching = ({ kind, name, namespace }: Named, spec: object): Command => ({
  words: ['kubectl', 'patch', kind.toLowerCase(), name, '--type', 'merge', '-p', JSON.stringify({ spec })],
  namespace,
});

export const scaling = ({ kind, name, namespace }: Named, replicas: number): Command => ({
  words: ['kubectl', 'scale', kind.toLowerCase(), name, `--replicas=${replicas}`],
  namespace,
});

/**
 * The command that mends something; where a source manages it, what only looks at it, with the advice to mend it there: what
 * is changed beside the source comes back sooner or later.
 */
export const mended = (
  owned: Named & Pick<Workload, 'source'>,
  { hint, there }: { hint: Command; there: string },
): { command: Command; advice?: string } =>
  owned.source === null
    ? { command: hint }
    : {
        command: describing(owned),
        advice: `${owned.source} manages it, so change it there: ${there}`,
      };

/** How many pods are named; of more, it is said how many there are. */
const NAMED = 3;

/** Pods and what is wrong with each: `k8s-0: CrashLoopBackOff, k8s-1: Pending and 2 more`. */
export function podsText(troubles: readonly PodTrouble[]): string {
  const named = troubles.slice(0, NAMED).map(({ pod, reason }) => `${pod}: ${reason}`);
  const more = troubles.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The command that says most of pods that are not ready: of the first of them, or else of what should have made them. */
export function lookingAt({ troubles: [first], ...it }: InstanceState | Workload): Command {
  const pod = first && { kind: 'pod', name: first.pod };
  return describing({ ...it, ...(first?.maker ?? pod) });
}
