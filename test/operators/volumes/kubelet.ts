import { createHash } from 'node:crypto';
import type { Endpoint } from '../../support/server.ts';
import { type Change, patch, remove } from './change.ts';
import { type Controller, startController } from './controller.ts';
import { claimNames, isBound, type Pod } from './objects.ts';
import { podPath, type View } from './view.ts';

export interface KubeletOptions {
  /** The namespaces whose pods run; all of them when absent. */
  namespaces?: readonly string[];
  /** The node that it is the kubelet of. */
  node: string;
}

/**
 * Starts a stand-in for a node's kubelet: pods that are bound to the node run and are ready at once when their claims
 * are Bound, and deleted ones are gone at once. Nothing answers at their addresses.
 */
export const startKubelet = (
  endpoint: Endpoint,
  { namespaces, node }: KubeletOptions,
): Promise<Pick<Controller, 'stop'>> =>
  startController(endpoint, {
    manager: 'kubelet',
    kinds: ['pods', 'claims'],
    namespaces,
    decide: (view, now) => run(view, node, now),
  });

/** What the node's pods need next: to be started, or to be released. */
export function run({ pods, claims }: Pick<View, 'pods' | 'claims'>, node: string, now: string): Change[] {
  const hasClaims = (pod: Pod) =>
    claimNames(pod).every((name) => {
      const claim = claims.get(`${pod.metadata.namespace}/${name}`);
      return claim !== undefined && isBound(claim);
    });
  return [...pods.values()]
    .filter(({ spec }) => spec.nodeName === node)
    .flatMap((pod) => {
      if (pod.metadata.deletionTimestamp !== undefined) {
        return [remove(podPath(pod), pod, { gracePeriodSeconds: 0 })];
      }
      if ((pod.status?.phase ?? 'Pending') !== 'Pending' || !hasClaims(pod)) return [];
      return [patch(`${podPath(pod)}/status`, pod, { status: running(pod, now) })];
    });
}

/** The status of a pod in which everything has started now. */
function running({ metadata, spec }: Pod, now: string): object {
  const types = [
    'PodScheduled',
    'Initialized',
    'ContainersReady',
    'Ready',
    ...(spec.readinessGates ?? []).map(({ conditionType }) => conditionType),
  ];
  const started = { ready: true, started: true, restartCount: 0, state: { running: { startedAt: now } } };
  const done = {
    ready: true,
    started: false,
    restartCount: 0,
    state: { terminated: { exitCode: 0, reason: 'Completed', startedAt: now, finishedAt: now } },
  };
  const isSidecar = ({ restartPolicy }: { restartPolicy?: string }) => restartPolicy === 'Always';
  const podIP = addressOf(metadata.uid ?? '');
  return {
    phase: 'Running',
    startTime: now,
    conditions: types.map((type) => ({ type, status: 'True', lastTransitionTime: now })),
    containerStatuses: spec.containers.map(({ name, image }) => ({ name, image, ...started })),
    initContainerStatuses: spec.initContainers?.map((container) => ({
      name: container.name,
      image: container.image,
      ...(isSidecar(container) ? started : done),
    })),
    podIP,
    podIPs: [{ ip: podIP }],
  };
}

/** An address of its own, as far as 16 bits go, in a network that tests give no other addresses in. */
const addressOf = (uid: string): string => {
  const [high, low] = createHash('sha256').update(uid).digest();
  return `10.245.${high}.${low}`;
};
