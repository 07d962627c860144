import type { InstanceState, PodTrouble, VolumeState, Workload } from '../block.ts';
import type { Command, Found } from '../finding.ts';

/** What is wrong with something whose place and name are known. */
type Said = Pick<Found, 'harm' | 'text' | 'command'> & { advice?: string | undefined };

/** A finding about an instance: `prometheus/k8s`. */
export const ofInstance = ({ kind, namespace, name }: InstanceState, said: Said): Found => ({
  namespace,
  about: `${kind.toLowerCase()}/${name}`,
  advice: undefined,
  ...said,
});

/** A finding about a workload: `deployment/grafana`. */
export const ofWorkload = ({ kind, namespace, name }: Workload, said: Said): Found => ({
  namespace,
  about: `${kind.toLowerCase()}/${name}`,
  advice: undefined,
  ...said,
});

/** A finding about a claim: `pvc/prometheus-k8s-db-prometheus-k8s-0`. */
export const ofVolume = ({ namespace, claim }: VolumeState, said: Said): Found => ({
  namespace,
  about: `pvc/${claim.name}`,
  advice: undefined,
  ...said,
});

/** What shows all that the cluster says of something. */
export const describing = (kind: string, name: string, namespace: string): Command => ({
  words: ['kubectl', 'describe', kind.toLowerCase(), name],
  namespace,
});

/** A merge patch of something's spec. */
export const patching = (
  { kind, name, namespace }: Pick<InstanceState, 'kind' | 'name' | 'namespace'>,
  spec: object,
): Command => ({
  words: ['kubectl', 'patch', kind.toLowerCase(), name, '--type', 'merge', '-p', JSON.stringify({ spec })],
  namespace,
});

export const scaling = ({ kind, name, namespace }: Workload, replicas: number): Command => ({
  words: ['kubectl', 'scale', kind.toLowerCase(), name, `--replicas=${replicas}`],
  namespace,
});

/**
 * The command that mends something; where a source manages it, what only looks at it, with the advice to mend it there: what
 * is changed beside the source comes back sooner or later.
 */
export function mended(
  owned: Pick<Workload, 'name' | 'namespace' | 'source'> & { kind: string },
  { mend, there }: { mend: Command; there: string },
): { command: Command; advice?: string } {
  const { kind, name, namespace, source } = owned;
  return source === null
    ? { command: mend }
    : {
        command: describing(kind, name, namespace),
        advice: `${source} manages it, so it is to be changed there: ${there}`,
      };
}

/** How many pods are named; of more, it is said how many there are. */
const NAMED = 3;

/** Pods and what is wrong with each: `k8s-0: CrashLoopBackOff, k8s-1: Pending and 2 more`. */
export function podsText(troubles: readonly PodTrouble[]): string {
  const named = troubles.slice(0, NAMED).map(({ pod, reason }) => `${pod}: ${reason}`);
  const more = troubles.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The command that says most of pods that are not ready: of the first of them, or else of what should have made them. */
export const lookingAt = (
  troubles: readonly PodTrouble[],
  { kind, name, namespace }: Pick<Workload, 'namespace' | 'name'> & { kind: string },
): Command => {
  const [first] = troubles;
  const pod = first && { kind: 'pod', name: first.pod };
  const shown = first?.maker ?? pod ?? { kind, name };
  return describing(shown.kind, shown.name, namespace);
};
