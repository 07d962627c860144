import { missingPermissions } from '../../kube/api/access.ts';
import type { KubeClient, KubeList, KubeObject } from '../../kube/api/types.ts';
import { permissions } from '../../volumes/action.ts';
import { type PodObject, readPod } from '../../volumes/instance.ts';
import type { Quota, StorageClass, VolumesContext } from '../../volumes/observed.ts';
import { deniedOf, unlessForbidden } from '../rights.ts';
import type { Snapshot } from './read.ts';

/** Labels that pods of the operator carry, by how it was installed. */
const OPERATOR_LABELS = [
  'app.kubernetes.io/name=prometheus-operator',
  'app.kubernetes.io/component=prometheus-operator',
];

/** Reads the context of an instance. What may not be read is left out, and a guard or the server says so. */
export async function readContext(
  client: KubeClient,
  { component, namespace, mode }: Omit<Snapshot, 'name'>,
): Promise<VolumesContext> {
  const [classes, quotas, operators, missing] = await Promise.all([
    unlessForbidden(readClasses(client)),
    unlessForbidden(readQuotas(client, namespace)),
    unlessForbidden(countOperators(client)),
    missingPermissions(client, permissions(component, namespace, mode)),
  ]);
  return {
    classes,
    quotas: quotas ?? [],
    operators,
    flags: client.flags,
    ...(missing.length > 0 && { denied: deniedOf(missing) }),
  };
}

async function readClasses(client: KubeClient): Promise<StorageClass[]> {
  const path = '/apis/storage.k8s.io/v1/storageclasses';
  const { items } = await client.send<KubeList<KubeObject & { allowVolumeExpansion?: boolean }>>({
    method: 'GET',
    path,
  });
  return items.map(({ metadata, allowVolumeExpansion }) => ({
    name: metadata.name,
    expandable: allowVolumeExpansion === true,
  }));
}

type QuotaObject = KubeObject & { status?: Partial<Pick<Quota, 'hard' | 'used'>> };

async function readQuotas(client: KubeClient, namespace: string): Promise<Quota[]> {
  const path = `/api/v1/namespaces/${namespace}/resourcequotas`;
  const { items } = await client.send<KubeList<QuotaObject>>({ method: 'GET', path });
  return items.map(({ metadata, status }) => ({
    name: metadata.name,
    hard: status?.hard ?? {},
    used: status?.used ?? {},
  }));
}

/** The ready pods of prometheus-operator in all namespaces. */
export async function countOperators(client: KubeClient): Promise<number> {
  const lists = await Promise.all(
    OPERATOR_LABELS.map((labelSelector) =>
      client.send<KubeList<PodObject>>({ method: 'GET', path: '/api/v1/pods', query: { labelSelector } }),
    ),
  );
  const ready = lists.flatMap(({ items }) => items.map(readPod)).filter(({ ready: is }) => is);
  return new Set(ready.map(({ uid }) => uid)).size;
}
