import { CommandError } from '../../../lib/errors.ts';
import { hostPath } from '../../../lib/hosts/action.ts';
import { type HostObject, readHost } from '../../../lib/hosts/host.ts';
import { type Observed, observed, type Surroundings } from '../../../lib/hosts/observed.ts';
import type { Warning } from '../../../lib/hosts/warnings.ts';
import { missingPermissions, type Permission, ruleFor } from '../../../lib/kube/access.ts';
import { readInHostGroup, resourceVersionOf } from '../../../lib/kube/discovery.ts';
import { isForbidden } from '../../../lib/kube/errors.ts';
import type { KubeClient, KubeList, KubeObject } from '../../../lib/kube/types.ts';
import { HOST_RESOURCE, HOST_VERSION } from '../../../lib/names.ts';

export interface Access {
  observed: Observed;
  /** Permissions that a repair needs and the user has not. */
  missing: Permission[];
  warnings: Warning[];
}

/** §4.A step 1: nodes and host records can be listed, the writes to come are allowed, and how the host stands. */
export async function verifyAccess(client: KubeClient, namespace: string, name: string): Promise<Access> {
  const readHosts = (group: string) => {
    const permission = { group, resource: HOST_RESOURCE, namespace, name };
    return Promise.all([
      readRecord(client, group, { namespace, name }).catch((error: unknown) => {
        if (isForbidden(error)) return undefined;
        throw error;
      }),
      missingPermissions(client, [
        { ...permission, verb: 'get' },
        { ...permission, verb: 'patch' },
        { ...permission, verb: 'patch', subresource: 'status' },
      ]),
    ]);
  };
  const [nodes, hosts] = await Promise.all([nodesWarning(client), readInHostGroup(client, readHosts)]);
  const { group, found } = hosts;
  const [object, missing] = found;
  if (!object)
    throw permissionError([{ verb: 'list', group, resource: HOST_RESOURCE, namespace, name }, ...missing]);
  const around = await readSurroundings(client, object, group);
  return {
    observed: observed(object, group, around.surroundings),
    missing,
    warnings: [nodes, around.warning].filter((warning) => warning !== undefined),
  };
}

/** The host as it stands now, by a list as in §4.A step 1: of all namespaces or, where that is forbidden, of its own. */
export async function readRecord(
  client: KubeClient,
  group: string,
  { namespace, name }: { namespace: string; name: string },
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
      mend: `There is no such host in namespace "${namespace}": kubectl bmh list -A shows where the hosts are.`,
    },
  );
}

/** Reads a host and what stands around it again, as the requests in between are sent: through `client`. */
export async function observeAgain(
  client: KubeClient,
  direct: KubeClient,
  before: Observed,
): Promise<Observed> {
  const { group, host, tried, payloads } = before;
  const object = await client.send<HostObject>({
    method: 'GET',
    path: hostPath(group, host.namespace, host.name),
  });
  const { surroundings } = await readSurroundings(direct, object, group);
  return { ...observed(object, group, surroundings), tried, payloads };
}

/** The missing permissions as one refusal, with the rule that grants them. */
export const permissionError = (missing: Permission[]): CommandError =>
  new CommandError('refusal', `error: not allowed: ${missing.map(shown).join(', ')}`, {
    mend: `Nothing was changed. Ask for this rule:\n${ruleFor(missing)}`,
  });

const shown = ({ verb, resource, subresource }: Permission): string =>
  `${verb} ${resource}${subresource ? `/${subresource}` : ''}`;

async function nodesWarning(client: KubeClient): Promise<Warning | undefined> {
  try {
    await client.send({ method: 'GET', path: '/api/v1/nodes', query: { limit: '1' } });
    return undefined;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return {
      name: 'nodes-unreadable',
      reason: 'nodes can not be listed, so this access is less than the procedure asks for',
      mend: 'the repair itself does not need them; see that this is the cluster that was meant',
    };
  }
}

const MACHINES = 'infrastructure.cluster.x-k8s.io';
const CLUSTERS = 'cluster.x-k8s.io';
const CLUSTER_LABEL = 'cluster.x-k8s.io/cluster-name';

/** The Cluster that owns the machine that consumes a host. What can't be read is a warning: it may be paused. */
async function readSurroundings(
  client: KubeClient,
  object: HostObject,
  group: string,
): Promise<{ surroundings: Surroundings; warning?: Warning }> {
  const { consumer } = readHost(object, group);
  if (consumer?.kind !== 'Metal3Machine') return { surroundings: { cluster: undefined } };
  const get = async <T>(of: string, resource: string, [namespace, name]: [string, string]): Promise<T> => {
    const version = await resourceVersionOf(client, of, resource);
    if (version === undefined)
      throw new CommandError('api', `error: the server does not serve ${resource}.${of}`);
    return client.send<T>({
      method: 'GET',
      path: `/apis/${of}/${version}/namespaces/${namespace}/${resource}/${name}`,
    });
  };
  try {
    const machine = await get<KubeObject>(MACHINES, 'metal3machines', [consumer.namespace, consumer.name]);
    const name = machine.metadata.labels?.[CLUSTER_LABEL];
    if (!name) return { surroundings: { cluster: undefined } };
    const { namespace } = consumer;
    const { spec } = await get<{ spec?: { paused?: unknown } }>(CLUSTERS, 'clusters', [namespace, name]);
    return { surroundings: { cluster: { namespace, name, paused: spec?.paused === true } } };
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind === 'aborted') throw error;
    return {
      surroundings: { cluster: undefined },
      warning: {
        name: 'cluster-unreadable',
        reason: `whether the Cluster that owns this host is paused could not be read (${error.message})`,
        mend: 'see that nobody has paused it',
      },
    };
  }
}
