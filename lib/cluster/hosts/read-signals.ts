import { hostPath } from '../../hosts/action.ts';
import { type Host, type HostObject, readHost } from '../../hosts/host.ts';
import type { Lease } from '../../hosts/leases.ts';
import type { Failures, Snapshot } from '../../hosts/recovery.ts';
import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import type { KubeClient, KubeList, KubeObject } from '../../kube/api/types.ts';
import { HOST_KIND, OPERATOR_LEASE, REGISTRATION_ERROR_EVENT } from '../../objects/names.ts';
import { CommandError } from '../../words/errors.ts';

/**
 * Reads a host, its Events and the operators' leases. Undefined if the host is newer than the watched one (its change will
 * arrive by the watch), or if the server does not answer.
 */
export async function readSignals(
  client: KubeClient,
  shown: HostObject,
  {
    group,
    events,
    leases,
    signal,
  }: { group: string; events: boolean; leases: LeaseReader; signal: AbortSignal },
): Promise<Snapshot | undefined> {
  const host = readHost(shown, group);
  const path = hostPath(group, host.namespace, host.name);
  try {
    const [record, failures, found] = await Promise.all([
      client.send<HostObject>({ method: 'GET', path }, signal),
      events ? readFailures(client, host, signal) : undefined,
      leases(signal),
    ]);
    if (record.metadata.resourceVersion !== shown.metadata.resourceVersion) return undefined;
    return { host, ...(failures && { failures }), ...(found && { leases: found }) };
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

/** Reads the leases of every operator in the cluster; undefined if they cannot be read or the kind is missing. */
export type LeaseReader = (signal: AbortSignal) => Promise<Lease[] | undefined>;

type EventObject = KubeObject & { count?: number; series?: { count?: number } };

/** The Events that report the registration error of a host. */
async function readFailures(
  client: KubeClient,
  { namespace, name }: Host,
  signal: AbortSignal,
): Promise<Failures> {
  const fields = {
    'involvedObject.kind': HOST_KIND,
    'involvedObject.name': name,
    reason: REGISTRATION_ERROR_EVENT,
  };
  const found = await listed<EventObject>(client, `/api/v1/namespaces/${namespace}/events`, {
    fields,
    signal,
  });
  if (!found) return 'unreadable';
  return new Map(
    found.map(({ metadata, count, series }) => [metadata.uid ?? metadata.name, series?.count ?? count ?? 1]),
  );
}

type LeaseObject = KubeObject & { spec?: { holderIdentity?: string; renewTime?: string } };

/** The leases of every operator in the cluster; undefined if they cannot be read or the kind is missing. */
export async function readLeases(client: KubeClient, signal: AbortSignal): Promise<Lease[] | undefined> {
  const fields = { 'metadata.name': OPERATOR_LEASE };
  const found = await listed<LeaseObject>(client, '/apis/coordination.k8s.io/v1/leases', { fields, signal });
  return found?.map(({ metadata, spec }) => ({
    namespace: metadata.namespace ?? '',
    holder: spec?.holderIdentity || undefined,
    renewTime: spec?.renewTime,
  }));
}

async function listed<T>(
  client: KubeClient,
  path: string,
  { fields, signal }: { fields: Record<string, string>; signal: AbortSignal },
): Promise<T[] | undefined> {
  const fieldSelector = Object.entries(fields)
    .map(([field, value]) => `${field}=${value}`)
    .join(',');
  try {
    const { items } = await client.send<KubeList<T>>(
      { method: 'GET', path, query: { fieldSelector } },
      signal,
    );
    return items;
  } catch (error) {
    if (isForbidden(error) || isNotFound(error)) return undefined;
    throw error;
  }
}
