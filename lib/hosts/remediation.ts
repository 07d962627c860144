import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { selects } from '../objects/label-selector.ts';

/** A remediation of a host's Machine, which deletes the Machine and so deprovisions the host. */
export interface Remediation {
  machine: { namespace: string; name: string };
  /** Name of the MachineHealthCheck that watches the Machine; absent if none does. */
  by?: string;
  /** Whether it has started: the Machine is marked for it or being deleted. Otherwise it is only watched. */
  underway: boolean;
}

/** Group and label of Cluster API, and the annotations that control a remediation. */
export const CLUSTER_API = 'cluster.x-k8s.io';
export const CLUSTER_NAME_LABEL = `${CLUSTER_API}/cluster-name`;
/** The kind that consumes a host: its owner is a Machine. */
export const METAL3_MACHINE = 'Metal3Machine';
const PAUSED = `${CLUSTER_API}/paused`;
const SKIP = `${CLUSTER_API}/skip-remediation`;
const REMEDIATE = `${CLUSTER_API}/remediate-machine`;

/** The name of the Machine that owns an object. */
export const ownerMachine = ({ metadata }: Pick<KubeObject, 'metadata'>): string | undefined =>
  metadata.ownerReferences?.find(({ kind }) => kind === 'Machine')?.name;

/** False once a controller has to replace the Machine: its owner, or one of the infrastructure provider. */
const HANDED_OVER = ['OwnerRemediated', 'ExternallyRemediated'];

/** False while a MachineHealthCheck finds the Machine unhealthy. */
const HEALTHY = 'HealthCheckSucceeded';

/**
 * The remediation of a Machine, in progress or possible, by a MachineHealthCheck of its namespace; undefined without one.
 * A paused MachineHealthCheck does nothing, and none touches a Machine that is paused or skipped; a remediation that was
 * handed over continues without them.
 */
export function remediationOf(
  machine: KubeObject,
  healthChecks: readonly KubeObject[],
): Remediation | undefined {
  const { name, namespace = '', annotations = {}, deletionTimestamp } = machine.metadata;
  const watched = !(PAUSED in annotations || SKIP in annotations);
  const by = watched ? healthChecks.find((healthCheck) => watches(healthCheck, machine)) : undefined;
  const failed = failedConditions(machine);
  const handedOver = HANDED_OVER.some((type) => failed.has(type));
  const marked = REMEDIATE in annotations || failed.has(HEALTHY);
  const underway = deletionTimestamp !== undefined || handedOver || (by !== undefined && marked);
  if (!underway && !by) return undefined;
  return { machine: { namespace, name }, ...(by && { by: by.metadata.name }), underway };
}

function watches(healthCheck: KubeObject & { spec?: unknown }, { metadata }: KubeObject): boolean {
  const spec = fieldsOf(healthCheck.spec);
  const { labels = {} } = metadata;
  return (
    !(PAUSED in (healthCheck.metadata.annotations ?? {})) &&
    healthCheck.metadata.namespace === metadata.namespace &&
    spec?.clusterName === labels[CLUSTER_NAME_LABEL] &&
    selects(spec?.selector, labels)
  );
}

/** Types of the conditions with status False: each API version also keeps the conditions of the other. */
function failedConditions({ status }: KubeObject & { status?: unknown }): Set<string> {
  const own = fieldsOf(status);
  const newer = fieldsOf(own?.v1beta2);
  const older = fieldsOf(fieldsOf(own?.deprecated)?.v1beta1);
  const conditions = [own, newer, older].flatMap((part) =>
    Array.isArray(part?.conditions) ? part.conditions.map(fieldsOf) : [],
  );
  return new Set(conditions.flatMap((found) => (found?.status === 'False' ? [textOf(found.type)] : [])));
}
