import type { Endpoint } from '../support/server.ts';
import { create, status } from './requests.ts';
import type { ScenarioCluster, ScenarioHealthCheck, ScenarioMachine } from './scenario.ts';

const CORE = 'cluster.x-k8s.io/v1beta1';
const INFRASTRUCTURE = 'infrastructure.cluster.x-k8s.io/v1beta1';

/** Makes a Cluster and the MachineHealthChecks of its machines; gives its uid. */
export async function addCluster(
  admin: Endpoint,
  { namespace, name, paused, healthChecks = [] }: ScenarioCluster,
): Promise<string> {
  const made = await create(admin, `/apis/${CORE}/namespaces/${namespace}/clusters`, {
    apiVersion: CORE,
    kind: 'Cluster',
    metadata: { name, namespace },
    spec: { paused },
  });
  for (const healthCheck of healthChecks) await addHealthCheck(admin, { namespace, name }, healthCheck);
  return made.json.metadata.uid;
}

async function addHealthCheck(
  admin: Endpoint,
  cluster: Pick<ScenarioCluster, 'namespace' | 'name'>,
  { name, matchLabels, annotations = {} }: ScenarioHealthCheck,
): Promise<void> {
  const { namespace } = cluster;
  await create(admin, `/apis/${CORE}/namespaces/${namespace}/machinehealthchecks`, {
    apiVersion: CORE,
    kind: 'MachineHealthCheck',
    metadata: { name, namespace, annotations, labels: { 'cluster.x-k8s.io/cluster-name': cluster.name } },
    spec: {
      clusterName: cluster.name,
      selector: { matchLabels },
      unhealthyConditions: [{ type: 'Ready', status: 'Unknown', timeout: '300s' }],
    },
  });
}

export interface MachineOptions {
  name: string;
  namespace: string;
  cluster: string;
  clusterUid: string;
  image: unknown;
  machine?: ScenarioMachine | undefined;
}

/** Makes the Machine and the Metal3Machine by which a cluster uses a host of the same name; gives the host's owner. */
export async function addMachine(
  admin: Endpoint,
  { name, namespace, cluster, clusterUid, image, machine: special = {} }: MachineOptions,
): Promise<object> {
  const labels = { 'cluster.x-k8s.io/cluster-name': cluster };
  const machine = await create(admin, `/apis/${CORE}/namespaces/${namespace}/machines`, {
    apiVersion: CORE,
    kind: 'Machine',
    metadata: {
      name,
      namespace,
      labels: { ...labels, ...special.labels },
      annotations: special.annotations ?? {},
      ownerReferences: [reference(CORE, 'Cluster', cluster, clusterUid)],
    },
    spec: {
      clusterName: cluster,
      bootstrap: { dataSecretName: `${name}-user-data` },
      infrastructureRef: { apiVersion: INFRASTRUCTURE, kind: 'Metal3Machine', name, namespace },
    },
  });
  const conditions = Object.entries(special.conditions ?? {}).map(([type, value]) => ({
    type,
    status: value,
    lastTransitionTime: '2024-05-14T06:31:07Z',
  }));
  if (conditions.length > 0)
    await status(admin, `/apis/${CORE}/namespaces/${namespace}/machines/${name}`, { conditions });
  const owners = [reference(CORE, 'Machine', name, machine.json.metadata.uid)];
  const metal3Machine = await create(
    admin,
    `/apis/${INFRASTRUCTURE}/namespaces/${namespace}/metal3machines`,
    {
      apiVersion: INFRASTRUCTURE,
      kind: 'Metal3Machine',
      metadata: {
        name,
        namespace,
        labels,
        annotations: { 'metal3.io/BareMetalHost': `${namespace}/${name}` },
        ownerReferences: owners,
      },
      spec: { image },
    },
  );
  return reference(INFRASTRUCTURE, 'Metal3Machine', name, metal3Machine.json.metadata.uid);
}

const reference = (apiVersion: string, kind: string, name: string, uid: string) => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: true,
  blockOwnerDeletion: true,
});
