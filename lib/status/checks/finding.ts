import { CLAIM, type Command, type Finding, type Severity } from '../../words/finding.ts';
import type { Block, InstanceState, PodTrouble, Workload } from '../block.ts';

/** A rule for the block: data with a pure function. The comment above each check states the rule and its source. */
export interface Check {
  name: string;
  find(block: Block): Found[];
}

export type Found = Omit<Finding, 'reason'>;

/** A finding without its object. */
export type Problem = Pick<Found, 'message' | 'next' | 'hint' | 'daysLeft'>;

/** Makes checks that inspect each object of one kind. */
const checkOf =
  <T>(all: (block: Block) => readonly T[], objectOf: (it: T) => Named) =>
  (
    name: string,
    severity: Severity,
    find: (it: T, block: Block) => Problem | readonly Problem[] | false | undefined,
  ): Check => ({
    name,
    find: (block) =>
      all(block).flatMap((it) =>
        [find(it, block) || []].flat().map((problem) => ({ ...objectOf(it), severity, ...problem })),
      ),
  });

interface Named {
  kind: string;
  namespace: string;
  name: string;
}

const named = ({ kind, namespace, name }: Named): Named => ({ kind, namespace, name });

/** A check of instances: `prometheus/k8s`. */
export const ofInstances = checkOf(({ instances }) => instances, named);

/** A check of workloads: `deployment/grafana`. */
export const ofWorkloads = checkOf(({ workloads }) => workloads, named);

/** A check of both. */
export const ofParts = checkOf(
  ({ instances, workloads }): (InstanceState | Workload)[] => [...instances, ...workloads],
  named,
);

/** A check of claims: `pvc/prometheus-k8s-db-prometheus-k8s-0`. */
export const ofVolumes = checkOf(
  ({ volumes }) => volumes,
  ({ namespace, claim: { name } }) => ({ kind: CLAIM, namespace, name }),
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
  { next, there }: { next: Command; there: string },
): { next: Command; hint?: string } =>
  owned.source === null
    ? { next }
    : {
        next: describing(owned),
        hint: `${owned.source} manages it, so change it there: ${there}`,
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
