import type { Collection } from '../../../lib/kube/changes.ts';
import { isNotFound } from '../../../lib/kube/errors.ts';
import type { KubeClient, KubeList } from '../../../lib/kube/types.ts';
import type { ClaimObject } from '../../../lib/volumes/claim.ts';
import { type Component, instanceLabels, instancesPath } from '../../../lib/volumes/component.ts';
import type { InstanceObject } from '../../../lib/volumes/instance.ts';
import type { PodObject, SetObject } from '../../../lib/volumes/live-set.ts';
import type { Objects } from '../../../lib/volumes/observed.ts';
import { type Mode, type RecordObject, recordName } from '../../../lib/volumes/record.ts';

/** Which instance is looked at, and for which order. */
export interface Look {
  component: Component;
  namespace: string;
  name: string;
  mode: Mode;
}

/** What was read of an instance: what a run decides on, and where to watch for changes of it. */
export interface Reading {
  /** Undefined where there is no such instance. */
  instance: InstanceObject | undefined;
  objects: Omit<Objects, 'instance'>;
  collections: Collection[];
}

/** An object of storage.k8s.io that says which volume is attached to a node. */
interface Attachment {
  spec?: { source?: { persistentVolumeName?: string } };
}

/** Reads an instance and everything that a resize of it decides on, side by side. */
export async function readObjects(client: KubeClient, look: Look, signal?: AbortSignal): Promise<Reading> {
  const { component, namespace, name, mode } = look;
  const list = async <T>(path: string, query?: Record<string, string>): Promise<Listed<T>> => {
    const { items, metadata } = await client.send<KubeList<T>>(
      { method: 'GET', path, ...(query && { query }) },
      signal,
    );
    return { items, collection: { path, ...(query && { query }), version: metadata.resourceVersion ?? '' } };
  };
  const core = `/api/v1/namespaces/${namespace}`;
  const [instances, claims, sets, pods, attachments, record] = await Promise.all([
    list<InstanceObject>(instancesPath(component, namespace), { fieldSelector: `metadata.name=${name}` }),
    list<ClaimObject>(`${core}/persistentvolumeclaims`),
    list<SetObject>(`/apis/apps/v1/namespaces/${namespace}/statefulsets`),
    list<PodObject>(`${core}/pods`, { labelSelector: selectorOf(component, name) }),
    // Only who stops an instance has to know that its volumes have left the nodes.
    mode === 'documented' ? list<Attachment>('/apis/storage.k8s.io/v1/volumeattachments') : undefined,
    readRecord(client, look, signal),
  ]);
  const attached = attachments?.items.map(({ spec }) => spec?.source?.persistentVolumeName ?? '') ?? [];
  return {
    instance: instances.items[0],
    objects: { claims: claims.items, sets: sets.items, pods: pods.items, attached, record },
    collections: [instances, claims, sets, pods, ...(attachments ? [attachments] : [])].map(
      ({ collection }) => collection,
    ),
  };
}

interface Listed<T> {
  items: T[];
  collection: Collection;
}

const selectorOf = (component: Component, name: string): string =>
  Object.entries(instanceLabels(component, name))
    .map(([key, value]) => `${key}=${value}`)
    .join(',');

/** The ConfigMap of an unfinished run; undefined where there is none. */
async function readRecord(
  client: KubeClient,
  { component, namespace, name }: Look,
  signal?: AbortSignal,
): Promise<RecordObject | undefined> {
  const path = `/api/v1/namespaces/${namespace}/configmaps/${recordName(component, name)}`;
  try {
    return await client.send<RecordObject>({ method: 'GET', path }, signal);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
