import type { Endpoint } from '../../support/server.ts';
import type { Change } from './change.ts';
import { type Controller, startController } from './controller.ts';
import { claimNames, hasEnded, isBound, type Pod } from './objects.ts';
import { podPath, type View } from './view.ts';

export interface SchedulerOptions {
  /** The namespaces whose pods are bound; all of them when absent. */
  namespaces?: readonly string[];
  /** The one node that pods are bound to. */
  node: string;
}

/**
 * Starts a scheduler that binds every pod to one node as soon as all of its claims are Bound. It knows volumes that
 * are bound before there is a pod alone (`volumeBindingMode: Immediate`).
 */
export const startScheduler = (
  endpoint: Endpoint,
  { namespaces, node }: SchedulerOptions,
): Promise<Pick<Controller, 'stop'>> =>
  startController(endpoint, {
    manager: 'kube-scheduler',
    kinds: ['pods', 'claims'],
    namespaces,
    decide: (view) => schedule(view, node),
  });

/** One binding for every pod that waits for a node and for nothing else. */
export function schedule({ pods, claims }: Pick<View, 'pods' | 'claims'>, node: string): Change[] {
  const canRun = (pod: Pod) =>
    claimNames(pod).every((name) => {
      const claim = claims.get(`${pod.metadata.namespace}/${name}`);
      return claim !== undefined && isBound(claim) && claim.metadata.deletionTimestamp === undefined;
    });
  return [...pods.values()]
    .filter((pod) => isWaiting(pod) && canRun(pod))
    .map((pod) => ({ method: 'POST', path: `${podPath(pod)}/binding`, body: binding(pod, node), of: pod }));
}

const isWaiting = (pod: Pod): boolean =>
  pod.spec.nodeName === undefined &&
  pod.metadata.deletionTimestamp === undefined &&
  (pod.spec.schedulingGates ?? []).length === 0 &&
  !hasEnded(pod);

const binding = ({ metadata: { name, uid } }: Pod, node: string): object => ({
  apiVersion: 'v1',
  kind: 'Binding',
  metadata: { name, uid },
  target: { apiVersion: 'v1', kind: 'Node', name: node },
});
