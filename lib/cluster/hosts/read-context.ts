import type { Host } from '../../hosts/host.ts';
import type { HostContext } from '../../hosts/observed.ts';
import {
  CLUSTER_API,
  CLUSTER_NAME_LABEL,
  METAL3_MACHINE,
  type Remediation,
  remediationOf,
} from '../../hosts/remediation.ts';
import { resourceVersionOf } from '../../kube/api/discovery.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import type { KubeClient, KubeList, KubeObject } from '../../kube/api/types.ts';
import type { Warning } from '../../procedure/guard.ts';
import { CommandError } from '../../words/errors.ts';

export interface ContextReading {
  context: HostContext;
  /** One per part that could not be read. */
  warnings: Warning[];
}

/** What is known of the context of a host before anything of it is read. */
export const contextOf = ({ flags }: KubeClient): HostContext => ({
  cluster: undefined,
  ...(flags && { flags }),
});

/**
 * Reads the Cluster API objects of a host: the Cluster that owns the Metal3Machine which consumes it, and what
 * MachineHealthChecks do to its Machine. What cannot be read is a warning: the user can check it.
 */
export async function readContext(client: KubeClient, { consumer, labels }: Host): Promise<ContextReading> {
  if (consumer?.kind !== METAL3_MACHINE)
    return { context: contextOf(client), warnings: consumer ? [unknownConsumer(consumer)] : [] };
  const { namespace, name } = consumer;
  const scope: Scope = { client, namespace };
  const metal3Machine = get<KubeObject>(scope, {
    group: `infrastructure.${CLUSTER_API}`,
    resource: 'metal3machines',
    name,
  });
  const [cluster, remediation] = await Promise.all([
    orWarning(readOwningCluster(scope, metal3Machine, labels[CLUSTER_NAME_LABEL]), {
      name: 'cluster-unreadable',
      reason: 'cannot read whether the Cluster that owns this host is paused',
      hint: 'check that it is not paused',
    }),
    orWarning(readRemediation(scope, metal3Machine), {
      name: 'remediation-unreadable',
      reason: "cannot read whether the host's Machine is being remediated",
      hint: 'check that no MachineHealthCheck is about to delete it',
    }),
  ]);
  return {
    context: {
      ...contextOf(client),
      cluster: cluster.found,
      ...(remediation.found && { remediation: remediation.found }),
    },
    warnings: [cluster.warning, remediation.warning].filter((warning) => warning !== undefined),
  };
}

/** Any other consumer, such as a HostClaim, is not read. */
const unknownConsumer = ({ kind, namespace, name }: NonNullable<Host['consumer']>): Warning => ({
  name: 'consumer-unknown',
  reason: `the host is consumed by ${kind} ${namespace}/${name}, which this tool does not read: it may be paused, move the host, be deleted or set another image`,
  hint: 'check that none of that is in progress before you continue',
});

interface Scope {
  client: KubeClient;
  namespace: string;
}

/** The Cluster that the label of the Metal3Machine names. CAPM3 copies that label to the host, so it is read beside that one. */
async function readOwningCluster(
  { client, namespace }: Scope,
  metal3Machine: Promise<KubeObject>,
  expected: string | undefined,
): Promise<HostContext['cluster']> {
  const early = expected ? readCluster(client, { namespace, name: expected }) : undefined;
  early?.catch(() => {});
  const { labels } = (await metal3Machine).metadata;
  const name = labels?.[CLUSTER_NAME_LABEL];
  return name === expected ? early : name ? readCluster(client, { namespace, name }) : undefined;
}

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

/** Empty if the kind is not installed. */
async function readHealthChecks(scope: Scope): Promise<KubeObject[]> {
  const what = { group: CLUSTER_API, resource: 'machinehealthchecks' };
  const version = await resourceVersionOf(scope.client, what.group, what.resource);
  return version === undefined ? [] : (await get<KubeList<KubeObject>>(scope, what)).items;
}

/** Reads an object or, without a name, a list, in the version that the server prefers. */
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

/** The value of a read or, if it fails, the warning with the error added. */
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
