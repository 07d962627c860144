import type { Block, InstanceState, PodTrouble, Workload } from '../block.ts';

/**
 * Severities, worst first: data is lost or about to be; alerts reach no one; a part is down; a problem ahead; worth knowing.
 */
export const HARMS = ['loss', 'blind', 'down', 'risk', 'notice'] as const;
export type Harm = (typeof HARMS)[number];

export interface Finding {
  /** Name of its check: `disk-full`. */
  check: string;
  harm: Harm;
  namespace: string;
  /** `prometheus/k8s`, `deployment/grafana`. */
  about: string;
  /** What is wrong, in one sentence without a full stop. */
  text: string;
  /** The command that fixes it or shows more, without connection flags. */
  command?: Command | undefined;
  /** What the command alone does not explain. */
  advice?: string | undefined;
}

export interface Command {
  /** `['kubectl', 'monitoring', 'resize-pvc', '120Gi', 'k8s']`. */
  words: string[];
  /** Arguments after the connection flags. */
  last?: string[];
  /** For `-n`; empty: none. */
  namespace: string;
}

/** A rule for the block: data with a pure function. The comment above each check states the rule and its source. */
export interface Check {
  name: string;
  find(block: Block): Found[];
}

export type Found = Omit<Finding, 'check'>;

/** A finding without its object. */
export type Problem = Pick<Found, 'text' | 'command' | 'advice'>;

/** Makes checks that inspect each object of one kind. */
const checkOf =
  <T>(all: (block: Block) => readonly T[], placeOf: (it: T) => Pick<Found, 'namespace' | 'about'>) =>
  (
    name: string,
    harm: Harm,
    find: (it: T, block: Block) => Problem | readonly Problem[] | false | undefined,
  ): Check => ({
    name,
    find: (block) =>
      all(block).flatMap((it) =>
        [find(it, block) || []].flat().map((problem) => ({ ...placeOf(it), harm, ...problem })),
      ),
  });

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

/** A check of both. */
export const ofParts = checkOf(
  ({ instances, workloads }): (InstanceState | Workload)[] => [...instances, ...workloads],
  placeOf,
);

/** A check of claims: `pvc/prometheus-k8s-db-prometheus-k8s-0`. */
export const ofVolumes = checkOf(
  ({ volumes }) => volumes,
  ({ namespace, claim: { name } }) => placeOf({ kind: 'pvc', namespace, name }),
);

export const describing = ({ kind, name, namespace }: Named): Command => ({
  words: ['kubectl', 'describe', kind.toLowerCase(), name],
  namespace,
});

/** A merge patch of the spec. */
export const patching = ({ kind, name, namespace }: Named, spec: object): Command => ({
  words: ['kubectl', 'patch', kind.toLowerCase(), name, '--type', 'merge', '-p', JSON.stringify({ spec })],
  namespace,
});

export const scaling = ({ kind, name, namespace }: Named, replicas: number): Command => ({
  words: ['kubectl', 'scale', kind.toLowerCase(), name, `--replicas=${replicas}`],
  namespace,
});

/**
 * The command that fixes an object; if a source manages it, only a describe command, with the advice to fix it there: the source
 * reverts other changes sooner or later.
 */
export const fixing = (
  owned: Named & Pick<Workload, 'source'>,
  { hint, there }: { hint: Command; there: string },
): { command: Command; advice?: string } =>
  owned.source === null
    ? { command: hint }
    : {
        command: describing(owned),
        advice: `${owned.source} manages it, so change it there: ${there}`,
      };

/** Maximum number of pods named. */
const NAMED = 3;

/** `k8s-0: CrashLoopBackOff, k8s-1: Pending and 2 more`. */
export function podsText(troubles: readonly PodTrouble[]): string {
  const named = troubles.slice(0, NAMED).map(({ pod, reason }) => `${pod}: ${reason}`);
  const more = troubles.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Describes the first pod that is not ready, or else the object that should have created it. */
export function describingTrouble({ troubles: [first], ...it }: InstanceState | Workload): Command {
  const pod = first && { kind: 'pod', name: first.pod };
  return describing({ ...it, ...(first?.maker ?? pod) });
}
