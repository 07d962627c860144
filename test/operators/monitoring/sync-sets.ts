import type { KubeObject } from '../../../lib/kube/api/types.ts';
import type { Call } from '../../support/http.ts';
import type { Endpoint } from '../../support/server.ts';
import { type ComponentResource, shardsOf, statefulSetOf } from './component.ts';
import type { Outcome } from './component-status.ts';
import { type ComponentKind, MANAGER } from './kinds.ts';
import { controllerOf, hashOf, isDeleting, type StatefulSet } from './objects.ts';
import { read, type send } from './send.ts';
import { sets } from './stateful-set-requests.ts';

/** Sends a change, once the operator is not held back. */
export type Write = (request: Call) => ReturnType<typeof send>;

export interface Scene {
  kind: ComponentKind;
  resource: ComponentResource;
  /** Every StatefulSet of the namespace. */
  all: readonly StatefulSet[];
  endpoint: Endpoint;
}

/** What of everything that goes into a StatefulSet, the live one included, an operator has acted on. */
const INPUT_HASH = 'prometheus-operator-input-hash';

/** Brings the sets of a resource to what it says. `lost`: the server is in trouble, or another user overtook us. */
export async function syncSets(write: Write, scene: Scene): Promise<Outcome | 'lost'> {
  const { kind, resource, all } = scene;
  // The class is looked for even where a Prometheus is paused.
  const obstacle = kind === 'Prometheus' || !resource.spec.paused ? await missingClass(scene) : undefined;
  if (obstacle || resource.spec.paused) return obstacle;
  if (kind === 'ThanosRuler' && !resource.spec.queryConfig && !resource.spec.queryEndpoints?.length)
    return failed('thanos ruler requires a query config or a query endpoint');
  const shards = Array.from({ length: shardsOf(kind, resource) }, (_, shard) => shard);
  const wanted = shards.map((shard) => statefulSetOf(kind, resource, shard));
  const names = wanted.map(({ metadata }) => metadata.name);
  for (const set of wanted) {
    const live = all.find(({ metadata }) => metadata.name === set.metadata.name);
    const outcome = await syncSet(write, resource, { set, live });
    if (outcome) return outcome;
  }
  const surplus = all.filter(
    (set) => controllerOf(set)?.uid === resource.metadata.uid && !names.includes(set.metadata.name),
  );
  for (const set of surplus) if (!isDeleting(set) && !(await write(foregroundDeletion(set)))) return 'lost';
  return undefined;
}

/** Makes, updates or deletes one set. One that is being deleted is left alone until it is gone. */
async function syncSet(
  write: Write,
  resource: ComponentResource,
  { set, live }: { set: StatefulSet; live: StatefulSet | undefined },
): Promise<Outcome | 'lost'> {
  if (live && isDeleting(live)) return undefined;
  const hash = inputHash(resource, live);
  if (live?.metadata.annotations?.[INPUT_HASH] === hash) return undefined;
  const path = sets(set.metadata.namespace ?? '');
  const query = `?fieldManager=${MANAGER}`;
  const metadata = { ...set.metadata, annotations: { ...set.metadata.annotations, [INPUT_HASH]: hash } };
  const answer = await write(
    live
      ? {
          method: 'PUT',
          path: `${path}/${live.metadata.name}${query}`,
          body: { ...set, metadata: over(live, metadata) },
        }
      : { method: 'POST', path: path + query, body: { ...set, metadata } },
  );
  if (answer === undefined || [404, 409].includes(answer.status)) return 'lost';
  if (answer.status === 422 && live) return (await write(foregroundDeletion(live))) ? undefined : 'lost';
  return answer.status >= 400 ? failed(answer.json?.message ?? `HTTP ${answer.status}`) : undefined;
}

const inputHash = ({ metadata }: ComponentResource, live: StatefulSet | undefined): string => {
  const { labels, annotations, generation } = metadata;
  return hashOf([labels, annotations, generation, { ...live?.spec, revisionHistoryLimit: undefined }]);
};

/** Labels and annotations that another user put on the live set stay. */
const over = ({ metadata: live }: StatefulSet, wanted: StatefulSet['metadata']): StatefulSet['metadata'] => ({
  ...wanted,
  resourceVersion: live.resourceVersion,
  labels: { ...live.labels, ...wanted.labels },
  annotations: { ...live.annotations, ...wanted.annotations },
});

/** By name alone, as the real operator does it. */
const foregroundDeletion = ({ metadata: { namespace = '', name } }: KubeObject): Call => ({
  method: 'DELETE',
  path: `${sets(namespace)}/${name}`,
  body: { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Foreground' },
});

async function missingClass({ endpoint, resource }: Scene): Promise<Outcome | 'lost'> {
  const name = resource.spec.storage?.volumeClaimTemplate?.spec?.storageClassName;
  if (!name) return undefined;
  const found = await read(endpoint, `/apis/storage.k8s.io/v1/storageclasses/${name}`);
  if (found === undefined) return 'lost';
  return found === null ? failed(`storage class "${name}" does not exist`) : undefined;
}

const failed = (message: string): Outcome => ({ reason: 'ReconciliationFailed', message });
