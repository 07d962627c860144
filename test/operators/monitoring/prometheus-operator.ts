import type { KubeObject } from '../../../lib/kube/api/types.ts';
import type { Call } from '../../support/http.ts';
import type { Endpoint } from '../../support/server.ts';
import { timestamp } from '../write.ts';
import type { ComponentResource } from './component.ts';
import { componentStatus, saysTheSame } from './component-status.ts';
import { type Controller, startController, type Watched } from './controller.ts';
import { COMPONENT_KINDS, type ComponentKind, componentPath, MANAGER } from './kinds.ts';
import { controllerOf, isDeleting, type Pod, type StatefulSet } from './objects.ts';
import { list, read, send } from './send.ts';
import { core, sets } from './stateful-set-requests.ts';
import { syncSets, type Write } from './sync-sets.ts';

export interface PrometheusOperatorOptions {
  /** The namespaces to work in. */
  namespaces: readonly string[];
  /** Awaited before each write, those of a status included: as long as it takes, the operator is held back, its end too. */
  beforeWrite?: ((request: Call) => Promise<void>) | undefined;
}

/**
 * Starts a stand-in for prometheus-operator 0.85: StatefulSets for Prometheus, Alertmanager and ThanosRuler, updated
 * in place where the API allows that, else deleted in the foreground and made again. For a paused resource it writes
 * the status alone. What the real one makes beside the sets (Secrets, Services, rules) is left out.
 */
export function startPrometheusOperator(
  endpoint: Endpoint,
  { namespaces, beforeWrite }: PrometheusOperatorOptions,
): Promise<Controller> {
  const write: Write = async (request) => {
    await beforeWrite?.(request);
    return send(endpoint, request);
  };
  return startController(endpoint, namespaces.flatMap(watched), (key) => reconcile(endpoint, write, key));
}

const isKind = (kind: string): kind is ComponentKind => Object.hasOwn(COMPONENT_KINDS, kind);

const keyOf = (kind: string, namespace: string | undefined, name: string): string =>
  `${kind}/${namespace}/${name}`;

const watched = (namespace: string): Watched[] => [
  ...Object.keys(COMPONENT_KINDS)
    .filter(isKind)
    .map((kind) => ({
      path: componentPath(kind, namespace),
      concerns: ({ metadata }: KubeObject) => keyOf(kind, metadata.namespace, metadata.name),
    })),
  {
    path: sets(namespace),
    concerns(set: KubeObject) {
      const owner = controllerOf(set);
      return owner && keyOf(owner.kind, set.metadata.namespace, owner.name);
    },
  },
];

/** Gives whether all that was to be written is written. */
async function reconcile(endpoint: Endpoint, write: Write, key: string): Promise<boolean> {
  const [kind = '', namespace = '', name = ''] = key.split('/');
  if (!isKind(kind)) return true;
  const path = componentPath(kind, namespace, name);
  const [resource, all] = await Promise.all([
    read<ComponentResource>(endpoint, path),
    list<StatefulSet>(endpoint, sets(namespace)),
  ]);
  if (resource === null || (resource && isDeleting(resource))) return true;
  if (!resource || !all) return false;
  const outcome = await syncSets(write, { kind, resource, all, endpoint });
  if (outcome === 'lost') return false;
  const pods = await list<Pod>(endpoint, core(namespace, 'pods'));
  if (!pods) return false;
  const status = componentStatus(kind, resource, { all, pods, outcome, now: timestamp() });
  if (!status || saysTheSame(resource.status, status)) return true;
  const answer = await write({
    method: 'PATCH',
    path: `${path}/status?fieldManager=${MANAGER}`,
    body: { status },
  });
  return answer !== undefined && [200, 404].includes(answer.status);
}
