import { hostPath } from '../../hosts/action.ts';
import { type HostObject, readHost } from '../../hosts/host.ts';
import type { Target } from '../../hosts/image.ts';
import { type Observed, observed, withObject } from '../../hosts/observed.ts';
import type { ImageProbe } from '../../hosts/probe.ts';
import { changePermissions } from '../../hosts/rbac.ts';
import { missingPermissions, type Permission } from '../../kube/api/access.ts';
import { readInHostGroup } from '../../kube/api/discovery.ts';
import { isForbidden } from '../../kube/api/errors.ts';
import type { KubeClient, KubeList } from '../../kube/api/types.ts';
import { HOST_RESOURCE, HOST_VERSION } from '../../objects/names.ts';
import type { Warning } from '../../procedure/guard.ts';
import { deniedOf, notAllowed, unlessForbidden } from '../rights.ts';
import { hostNotFound } from './not-found.ts';
import { probeImage } from './probe-image.ts';
import { type ContextReading, contextOf, readCluster, readContext } from './read-context.ts';

export interface Access {
  observed: Observed;
  warnings: Warning[];
}

/** Which host to read, and what for. */
export interface Snapshot {
  namespace: string;
  name: string;
  /** The new addresses to probe on the image server, once the host is known; undefined: none. */
  addresses?(seen: Observed): Promise<Target | undefined>;
  /** Aborts the run. */
  signal: AbortSignal;
}

/**
 * §4.A step 1: checks that nodes and hosts can be listed and that the writes to come are allowed, and reads the host and
 * its context. Requests that depend on nothing are sent at once.
 */
export async function verifyAccess(client: KubeClient, snapshot: Snapshot): Promise<Access> {
  const { namespace, name, addresses, signal } = snapshot;
  const finding = readInHostGroup(client, async (candidate) => {
    const record = unlessForbidden(readRecord(client, candidate, snapshot));
    const lacking = later(missingPermissions(client, changePermissions(candidate, { namespace, name })));
    return { object: await record, lacking };
  });
  const unreadable = later(nodesWarning(client));
  const { group, found } = await finding;
  const { object, lacking } = found;
  if (!object) {
    const list = { verb: 'list', group, resource: HOST_RESOURCE, namespace, name };
    throw notAllowed(deniedOf([list, ...(await lacking)]));
  }
  const seen = observed(object, group, contextOf(client));
  const [reading, probe, missing, nodes] = await Promise.all([
    readContext(client, seen.host),
    addresses?.(seen).then((target) => target && probeImage(client, target, { namespace, signal })),
    lacking,
    unreadable,
  ]);
  const access = accessTo(seen, { reading, probe, missing });
  return { ...access, warnings: [...(nodes ? [nodes] : []), ...access.warnings] };
}

/** A host together with its context, probe and missing rights. */
export function accessTo(
  seen: Observed,
  {
    reading,
    probe,
    missing,
  }: { reading: ContextReading; probe: ImageProbe | undefined; missing: readonly Permission[] },
): Access {
  const context = {
    ...reading.context,
    ...(probe && { probe }),
    ...(missing.length > 0 && { denied: deniedOf([...missing]) }),
  };
  return { observed: { ...seen, context }, warnings: reading.warnings };
}

/** Marks a promise as awaited later or never, so that its failure is not an unhandled rejection. */
function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** The current host, by a list as in §4.A step 1: of all namespaces or, if that is forbidden, of its own. */
export async function readRecord(
  client: KubeClient,
  group: string,
  { namespace, name }: Pick<Snapshot, 'namespace' | 'name'>,
  signal?: AbortSignal,
): Promise<HostObject> {
  const list = async (path: string): Promise<HostObject | undefined> => {
    const fieldSelector = `metadata.name=${name},metadata.namespace=${namespace}`;
    const { items } = await client.send<KubeList<HostObject>>(
      { method: 'GET', path, query: { fieldSelector } },
      signal,
    );
    return items[0];
  };
  const base = `/apis/${group}/${HOST_VERSION}`;
  const found = await list(`${base}/${HOST_RESOURCE}`).catch((error: unknown) => {
    if (isForbidden(error)) return list(`${base}/namespaces/${namespace}/${HOST_RESOURCE}`);
    throw error;
  });
  if (found) return found;
  throw await hostNotFound(client, group, { namespace, name });
}

/** Reads a host (through `client`, the proxy) and its context again. */
export async function observeAgain(
  client: KubeClient,
  direct: KubeClient,
  before: Observed,
): Promise<Observed> {
  const { group, host, context } = before;
  const object = await client.send<HostObject>({
    method: 'GET',
    path: hostPath(group, host.namespace, host.name),
  });
  const reading = await readContext(direct, readHost(object, group));
  return withObject(before, object, { ...context, ...reading.context });
}

/**
 * Reads, before the resume, the host and whether its Cluster is paused: the only part of its context that matters in the
 * middle of a run.
 *
 * @throws {CommandError} if one of the two cannot be read; the host then stays paused.
 */
export async function readAgain(client: KubeClient, direct: KubeClient, before: Observed): Promise<Observed> {
  const { group, host, context } = before;
  const [object, cluster] = await Promise.all([
    client.send<HostObject>({ method: 'GET', path: hostPath(group, host.namespace, host.name) }),
    context.cluster && readCluster(direct, context.cluster),
  ]);
  return { ...withObject(before, object, { ...context, cluster }), looked: true };
}

/** Timeout of the last read of a host after an unfinished run, in milliseconds. */
const LAST_LOOK = 5_000;

/** The host after an unfinished run, read without the proxy; undefined if that fails. */
export async function readLast(client: KubeClient, last: Observed): Promise<Observed | undefined> {
  try {
    const object = await readRecord(client, last.group, last.host, AbortSignal.timeout(LAST_LOOK));
    return withObject(last, object);
  } catch {
    return undefined;
  }
}

/** §4.A step 1: a warning if the nodes cannot be listed. */
export async function nodesWarning(client: KubeClient): Promise<Warning | undefined> {
  try {
    await client.send({ method: 'GET', path: '/api/v1/nodes', query: { limit: '1' } });
    return undefined;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return {
      name: 'nodes-unreadable',
      reason: 'nodes cannot be listed, so this user has less access than the procedure asks for',
      hint: 'the repair itself does not need them; check that this is the right cluster',
    };
  }
}
