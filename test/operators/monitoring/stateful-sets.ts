import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import type { Endpoint } from '../../support/server.ts';
import { type Controller, startController, type Watched } from './controller.ts';
import { placeOf, revisionOf } from './identity.ts';
import {
  type Claim,
  controlledBy,
  controllerOf,
  isDeleting,
  type Pod,
  type Revision,
  type StatefulSet,
  selects,
} from './objects.ts';
import { list, read, send } from './send.ts';
import { type Action, nextActions } from './stateful-set.ts';
import { core, history, ownersPatch, requestOf, sets } from './stateful-set-requests.ts';
import { statusOf } from './stateful-set-status.ts';

/** The namespaces to work in. */
export interface StatefulSetsOptions {
  namespaces: readonly string[];
}

/**
 * Starts a stand-in for kube-controller-manager's StatefulSet controller: pods by ordinal, their claims from the
 * templates, adoption of orphans, owners of claims by the retention policy, revisions, rolling updates and status.
 */
export const startStatefulSets = (
  endpoint: Endpoint,
  { namespaces }: StatefulSetsOptions,
): Promise<Controller> =>
  startController(endpoint, namespaces.flatMap(watched), (key) => reconcile(endpoint, key));

/** Like the real one, it does not watch claims. */
const watched = (namespace: string): Watched[] => [
  {
    path: sets(namespace),
    concerns: ({ metadata }) => `${metadata.namespace}/${metadata.name}`,
  },
  {
    path: core(namespace, 'pods'),
    concerns({ metadata }) {
      const place = placeOf(metadata.name);
      return place && `${metadata.namespace}/${place.set}`;
    },
  },
];

/** Gives whether all that was to be written is written. */
async function reconcile(endpoint: Endpoint, key: string): Promise<boolean> {
  const [namespace = '', name = ''] = key.split('/');
  const path = `${sets(namespace)}/${name}`;
  const [set, pods, claims, revisions] = await Promise.all([
    read<StatefulSet>(endpoint, path),
    list<Pod>(endpoint, core(namespace, 'pods')),
    list<Claim>(endpoint, core(namespace, 'persistentvolumeclaims')),
    list<Revision>(endpoint, history(namespace)),
  ]);
  if (set === null) return true;
  if (!set || !pods || !claims || !revisions) return false;
  const members = (object: KubeObject) => selects(set.spec.selector.matchLabels, object);
  const mine = await claim(endpoint, core(namespace, 'pods'), {
    set,
    candidates: pods.filter((pod) => members(pod) && placeOf(pod.metadata.name)?.set === name),
  });
  const kept = await keepHistory(endpoint, set, revisions.filter(members));
  const actions = nextActions(set, {
    pods: mine,
    claims: new Map(claims.map((one) => [one.metadata.name, one])),
  });
  const isDone = await perform(endpoint, namespace, actions);
  const status = statusOf(set, mine, kept);
  if (isDeepStrictEqual(set.status, status)) return isDone;
  const written = await send(endpoint, {
    method: 'PUT',
    path: `${path}/status`,
    body: { ...set, status },
  });
  return isDone && written !== undefined && [200, 404].includes(written.status);
}

/** The candidates that the set controls, those among them without a controller so far. */
async function claim<T extends KubeObject>(
  endpoint: Endpoint,
  collection: string,
  { set, candidates }: { set: StatefulSet; candidates: readonly T[] },
): Promise<T[]> {
  const claimed = candidates.map(async (object) => {
    const controller = controllerOf(object);
    if (controller) return controller.uid === set.metadata.uid ? [object] : [];
    if (isDeleting(object) || isDeleting(set)) return [];
    const owners = [...(object.metadata.ownerReferences ?? []), controlledBy(set, 'apps/v1', 'StatefulSet')];
    const adopted = await send(endpoint, ownersPatch(collection, object, owners));
    return adopted?.status === 200 ? [adopted.json as T] : [];
  });
  return (await Promise.all(claimed)).flat();
}

/** Sees that the set has the revision of its template, and gives the names of all it has. */
async function keepHistory(
  endpoint: Endpoint,
  set: StatefulSet,
  candidates: readonly Revision[],
): Promise<string[]> {
  const path = history(set.metadata.namespace ?? '');
  const mine = await claim(endpoint, path, { set, candidates });
  const names = mine.map(({ metadata }) => metadata.name);
  const wanted = revisionOf(set);
  if (isDeleting(set) || names.includes(wanted.metadata.name)) return names;
  const latest = Math.max(0, ...mine.map(({ revision }) => revision));
  await send(endpoint, { method: 'POST', path, body: { ...wanted, revision: latest + 1 } });
  return [...names, wanted.metadata.name];
}

/** Writes in order, until something is refused: a pod without its claims, say, is not made. */
async function perform(endpoint: Endpoint, namespace: string, actions: readonly Action[]): Promise<boolean> {
  for (const action of actions) {
    const answer = await send(endpoint, requestOf(action, namespace));
    if (answer === undefined || answer.status >= 400) return false;
  }
  return true;
}
