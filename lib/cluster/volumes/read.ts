import { isConflict, isNotFound, unlessMissing } from '../../kube/api/errors.ts';
import type { KubeClient, KubeList, KubeObject } from '../../kube/api/types.ts';
import type { Listing } from '../../kube/watch/list-watch.ts';
import { type Component, instanceLabels, instancesPath } from '../../objects/components.ts';
import { MONITORING_GROUP } from '../../objects/names.ts';
import type { ClaimObject } from '../../volumes/claim.ts';
import type { InstanceObject, PodObject, SetObject } from '../../volumes/instance.ts';
import { type Objects, type Observed, withObjects } from '../../volumes/observed.ts';
import { type Mode, type RecordObject, recordName } from '../../volumes/record.ts';
import { CommandError } from '../../words/errors.ts';

/** Which instance is read, and for which order. */
export interface Snapshot {
  component: Component;
  namespace: string;
  name: string;
  mode: Mode;
  /** The connection flags that a printed command needs to reach the same cluster, quoted for a shell. */
  flags?: readonly string[] | undefined;
}

/** What was read of an instance: lists, and its record. */
export interface Reading {
  listings: Listings;
  record: RecordObject | undefined;
}

/** A type, not an interface: it has to be assignable to a record of listings. */
type Listings = {
  instances: Listing<InstanceObject>;
  claims: Listing<ClaimObject>;
  sets: Listing<SetObject>;
  pods: Listing<PodObject>;
  /** Only read in offline mode, which waits until the volumes are detached. */
  attachments?: Listing<Attachment>;
};

/** A VolumeAttachment of storage.k8s.io. */
interface Attachment extends KubeObject {
  spec?: { source?: { persistentVolumeName?: string } };
}

/**
 * Reads an instance, and then everything else that decides its resize. In that order, nothing is older than the instance: what
 * another run has done since makes a patch of the instance, which carries its version, a conflict.
 */
export async function readObjects(
  client: KubeClient,
  snapshot: Snapshot,
  signal?: AbortSignal,
): Promise<Reading> {
  const { component, namespace, name, mode } = snapshot;
  const list = listingWith(client, signal);
  const core = `/api/v1/namespaces/${namespace}`;
  const instances = await list<InstanceObject>(instancesPath(component, namespace), {
    fieldSelector: `metadata.name=${name}`,
  });
  const [claims, sets, pods, attachments, record] = await Promise.all([
    list<ClaimObject>(`${core}/persistentvolumeclaims`),
    list<SetObject>(`/apis/apps/v1/namespaces/${namespace}/statefulsets`),
    list<PodObject>(`${core}/pods`, { labelSelector: selectorOf(component, name) }),
    mode === 'offline' ? list<Attachment>('/apis/storage.k8s.io/v1/volumeattachments') : undefined,
    readRecord(client, snapshot, signal),
  ]);
  return { listings: { instances, claims, sets, pods, ...(attachments && { attachments }) }, record };
}

/** Reads lists from which a watch can continue. */
export const listingWith =
  (client: KubeClient, signal?: AbortSignal) =>
  async <T extends KubeObject>(path: string, query?: Record<string, string>): Promise<Listing<T>> => {
    const where = { path, ...(query && { query }) };
    const { items, metadata } = await client.send<KubeList<T>>({ method: 'GET', ...where }, signal);
    return { ...where, version: metadata.resourceVersion ?? '', items };
  };

/** Whether a write came too late. A missing object was deleted after the last read; the next read shows what that means. */
export const isStale = (error: unknown): boolean => isConflict(error) || isNotFound(error);

/** Reads an instance again. @throws {CommandError} if it is gone, with what is left of it. */
export const readAgain = async (
  client: KubeClient,
  before: Observed,
  { look, signal }: { look: Snapshot; signal: AbortSignal },
): Promise<Observed> => withObjects(before, objectsOf(await readObjects(client, look, signal), look));

/** The objects that decide a run. @throws {CommandError} if the instance is gone, with what is left of it. */
export function objectsOf(
  { listings, record }: Reading,
  { component, namespace, name, flags = [] }: Snapshot,
): Objects {
  const { instances, claims, sets, pods, attachments } = listings;
  const [instance] = instances.items;
  if (instance) {
    const attached = attachments?.items.map(({ spec }) => spec?.source?.persistentVolumeName ?? '') ?? [];
    return { instance, claims: claims.items, sets: sets.items, pods: pods.items, attached, record };
  }
  const { plural, kind } = component;
  const message = notFoundText(component, name);
  const hint =
    record === undefined
      ? `There is no such ${kind} in namespace "${namespace}". To find it: ${['kubectl', 'get', plural, '-A', ...flags].join(' ')}`
      : `The record of an unfinished run is stale: its ${kind} was deleted. Its claims are not touched. When you no longer need the record, run: ${['kubectl', 'delete', 'configmap', recordName(component, name), '-n', namespace, ...flags].join(' ')}`;
  throw new CommandError('refusal', message, { hint });
}

/** As the server says it. */
export const notFoundText = ({ plural }: Component, name: string): string =>
  `Error from server (NotFound): ${plural}.${MONITORING_GROUP} "${name}" not found`;

const selectorOf = (component: Component, name: string): string =>
  Object.entries(instanceLabels(component, name))
    .map(([key, value]) => `${key}=${value}`)
    .join(',');

/** The ConfigMap of an unfinished run; undefined if there is none. */
export function readRecord(
  client: KubeClient,
  { component, namespace, name }: Omit<Snapshot, 'mode'>,
  signal?: AbortSignal,
): Promise<RecordObject | undefined> {
  const path = `/api/v1/namespaces/${namespace}/configmaps/${recordName(component, name)}`;
  return unlessMissing(client.send<RecordObject>({ method: 'GET', path }, signal));
}
