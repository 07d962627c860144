import type { Host } from '../../hosts/host.ts';
import type { HostContext } from '../../hosts/observed.ts';
import { CLUSTER_API, CLUSTER_NAME_LABEL, type Remediation, remediationOf } from '../../hosts/remediation.ts';
import { resourceVersionOf } from '../../kube/api/discovery.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import type { KubeClient, KubeList, KubeObject } from '../../kube/api/types.ts';
import type { Warning } from '../../procedure/guard.ts';
import { CommandError } from '../../words/errors.ts';

export interface Around {
  context: HostContext;
  /** One for each part that could not be read. */
  warnings: Warning[];
}

/**
 * What Cluster API has around a host: the Cluster that owns the Metal3Machine which consumes it, and what the
 * MachineHealthChecks do to the Machine behind that. What can't be read is a warning: a person can look.
 */
export async function readContext(client: KubeClient, { consumer }: Host): Promise<Around> {
  if (consumer?.kind !== 'Metal3Machine')
    return { context: { cluster: undefined }, warnings: consumer ? [unknownConsumer(consumer)] : [] };
  const { namespace, name } = consumer;
  const scope: Scope = { client, namespace };
  const metal3Machine = get<KubeObject>(scope, {
    group: `infrastructure.${CLUSTER_API}`,
    resource: 'metal3machines',
    name,
  });
  const [cluster, remediation] = await Promise.all([
    orWarning(readOwningCluster(scope, metal3Machine), {
      name: 'cluster-unreadable',
      reason: 'whether the Cluster that owns this host is paused could not be read',
      hint: 'see that nobody has paused it',
    }),
    orWarning(readRemediation(scope, metal3Machine), {
      name: 'remediation-unreadable',
      reason: "whether the host's Machine is being remediated could not be read",
      hint: 'see that no MachineHealthCheck is about to delete it',
    }),
  ]);
  return {
    context: { cluster: cluster.found, ...(remediation.found && { remediation: remediation.found }) },
    warnings: [cluster.warning, remediation.warning].filter((warning) => warning !== undefined),
  };
}

/** Of a HostClaim, or of whatever else consumes a host, nothing is read. */
const unknownConsumer = ({ kind, namespace, name }: NonNullable<Host['consumer']>): Warning => ({
  name: 'consumer-unknown',
  reason: `the host is consumed by ${kind} ${namespace}/${name}, which this tool does not read: whether it is paused, moves the host, is being deleted or puts another image back is not known`,
  hint: 'see that none of that is under way before you go on',
});

interface Scope {
  client: KubeClient;
  namespace: string;
}

async function readOwningCluster(
  { client, namespace }: Scope,
  metal3Machine: Promise<KubeObject>,
): Promise<HostContext['cluster']> {
  const { labels } = (await metal3Machine).metadata;
  const name = labels?.[CLUSTER_NAME_LABEL];
  return name ? readCluster(client, { namespace, name }) : undefined;
}

/** A Cluster as it is now. */
export async function readCluster(
  client: KubeClient,
  { namespace, name }: { namespace: string; name: string },
): Promise<NonNullable<HostContext['cluster']>> {
  const what = { group: CLUSTER_API, resource: 'clusters', name };
  const { spec } = await get<{ spec?: { paused?: unknown } }>({ client, namespace }, what);
  return { namespace, name, paused: spec?.paused === true };
}

async function readRemediation(
  scope: Scope,
  metal3Machine: Promise<KubeObject>,
): Promise<Remediation | undefined> {
  const [machine, healthChecks] = await Promise.all([
    readMachine(scope, metal3Machine),
    readHealthChecks(scope),
  ]);
  return machine && remediationOf(machine, healthChecks);
}

/** The Machine that owns a Metal3Machine; undefined where none does. */
async function readMachine(
  scope: Scope,
  metal3Machine: Promise<KubeObject>,
): Promise<KubeObject | undefined> {
  const owner = (await metal3Machine).metadata.ownerReferences?.find(
    ({ kind, apiVersion }) => kind === 'Machine' && apiVersion.startsWith(`${CLUSTER_API}/`),
  );
  return owner && get<KubeObject>(scope, { group: CLUSTER_API, resource: 'machines', name: owner.name });
}

/** Those of the namespace; where the kind is not installed, there are none. */
async function readHealthChecks(scope: Scope): Promise<KubeObject[]> {
  const what = { group: CLUSTER_API, resource: 'machinehealthchecks' };
  const version = await resourceVersionOf(scope.client, what.group, what.resource);
  return version === undefined ? [] : (await get<KubeList<KubeObject>>(scope, what)).items;
}

/** Reads an object or, without a name, the list of all, in the version that the server prefers. */
async function get<T>(
  { client, namespace }: Scope,
  { group, resource, name }: { group: string; resource: string; name?: string },
): Promise<T> {
  const version = await resourceVersionOf(client, group, resource);
  if (version === undefined)
    throw new CommandError('api', `error: the server does not serve ${resource}.${group}`);
  const path = [namespace, resource, ...(name === undefined ? [] : [name])].map(pathPart).join('/');
  return client.send<T>({ method: 'GET', path: `/apis/${group}/${version}/namespaces/${path}` });
}

/** What a reading gives or, where it fails, the warning with the reason behind it. */
async function orWarning<T>(
  reading: Promise<T>,
  { name, reason, hint }: Warning,
): Promise<{ found?: T; warning?: Warning }> {
  try {
    return { found: await reading };
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind === 'aborted') throw error;
    return { warning: { name, reason: `${reason} (${error.message})`, hint } };
  }
}
