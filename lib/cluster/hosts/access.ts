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
import { CommandError } from '../../words/errors.ts';
import { deniedOf, notAllowed, unlessForbidden } from '../rights.ts';
import { probeImage } from './probe-image.ts';
import { type Around, readCluster, readContext } from './read-context.ts';

export interface Access {
  observed: Observed;
  warnings: Warning[];
}

/** Which host is looked at, and for what. */
export interface Snapshot {
  namespace: string;
  name: string;
  /** The new addresses that the image server is to be asked for, as soon as the host is known; undefined: none. */
  addresses?(seen: Observed): Promise<Target | undefined>;
  /** Gives the run up. */
  signal: AbortSignal;
}

/**
 * §4.A step 1: nodes and host records can be listed, the writes to come are allowed, and how the host stands. What waits
 * for nothing is asked at once; what stands around a host, as soon as the host is known.
 */
export async function verifyAccess(client: KubeClient, snapshot: Snapshot): Promise<Access> {
  const { namespace, name, addresses, signal } = snapshot;
  const reading = readInHostGroup(client, async (candidate) => {
    const record = unlessForbidden(readRecord(client, candidate, snapshot));
    const lacking = later(missingPermissions(client, changePermissions(candidate, { namespace, name })));
    return { object: await record, lacking };
  });
  const unreadable = later(nodesWarning(client));
  const { group, found } = await reading;
  const { object, lacking } = found;
  if (!object) {
    const list = { verb: 'list', group, resource: HOST_RESOURCE, namespace, name };
    throw notAllowed(deniedOf([list, ...(await lacking)]));
  }
  const seen = observed(object, group, { cluster: undefined });
  const [around, probe, missing, nodes] = await Promise.all([
    readContext(client, seen.host),
    addresses?.(seen).then((target) => target && probeImage(client, target, { namespace, signal })),
    lacking,
    unreadable,
  ]);
  const access = accessTo(seen, { around, probe, missing });
  return { ...access, warnings: [...(nodes ? [nodes] : []), ...access.warnings] };
}

/** What is known of a host's record, together with what was read around it. */
export function accessTo(
  seen: Observed,
  {
    around,
    probe,
    missing,
  }: { around: Around; probe: ImageProbe | undefined; missing: readonly Permission[] },
): Access {
  const context = {
    ...around.context,
    ...(probe && { probe }),
    ...(missing.length > 0 && { denied: deniedOf([...missing]) }),
  };
  return { observed: { ...seen, context }, warnings: around.warnings };
}

/** A promise that is awaited later, or not at all: that it fails before is no unhandled rejection. */
function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** The host as it stands now, by a list as in §4.A step 1: of all namespaces or, where that is forbidden, of its own. */
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
  throw new CommandError(
    'api',
    `Error from server (NotFound): ${HOST_RESOURCE}.${group} "${name}" not found`,
    {
      hint: `There is no such host in namespace "${namespace}": kubectl bmh list -A shows where the hosts are.`,
    },
  );
}

/** Reads a host and what stands around it again, as the requests in between are sent: through `client`. */
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
  const around = await readContext(direct, readHost(object, group));
  return withObject(before, object, { ...context, ...around.context });
}

/**
 * Reads, for the resume, a host and whether its Cluster is paused, side by side: of what stands around a host only that
 * changes what is done about it in the middle of a run.
 *
 * @throws {CommandError} where one of the two can't be read: the host stays paused then.
 */
export async function readAgain(client: KubeClient, direct: KubeClient, before: Observed): Promise<Observed> {
  const { group, host, context } = before;
  const [object, cluster] = await Promise.all([
    client.send<HostObject>({ method: 'GET', path: hostPath(group, host.namespace, host.name) }),
    context.cluster && readCluster(direct, context.cluster),
  ]);
  return { ...withObject(before, object, { ...context, cluster }), looked: true };
}

/** Longest that a run which did not finish takes to look at its host once more, in milliseconds. */
const LAST_LOOK = 5_000;

/** A host as it stands after a run that did not finish, read past the proxy; undefined where that fails. */
export async function readLast(client: KubeClient, last: Observed): Promise<Observed | undefined> {
  try {
    const object = await readRecord(client, last.group, last.host, AbortSignal.timeout(LAST_LOOK));
    return withObject(last, object);
  } catch {
    return undefined;
  }
}

/** §4.A step 1: whether the nodes can be listed. */
export async function nodesWarning(client: KubeClient): Promise<Warning | undefined> {
  try {
    await client.send({ method: 'GET', path: '/api/v1/nodes', query: { limit: '1' } });
    return undefined;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return {
      name: 'nodes-unreadable',
      reason: 'nodes can not be listed, so this access is less than the procedure asks for',
      hint: 'the repair itself does not need them; see that this is the cluster that was meant',
    };
  }
}
