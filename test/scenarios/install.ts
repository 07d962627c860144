import { setTimeout as delay } from 'node:timers/promises';
import { collection, type Definition, definitions } from '../crds/definitions.ts';
import { type Answer, type Call, call, watch } from '../support/http.ts';
import type { Endpoint, TestServer } from '../support/server.ts';
import { namespacesOf, type Scenario, type ScenarioCluster, type ScenarioHost } from './scenario.ts';

/** How many hosts are made at a time. */
const AT_ONCE = 16;

/**
 * Puts a scenario on a server: the definitions, then the namespaces, nodes and clusters, then each host with its
 * owners before it and its status behind it. Definitions, namespaces and nodes that are there already are kept.
 * A reconciling operator would take a host without its status for a new one: it starts afterwards.
 *
 * @throws where the server refuses anything; the message has its answer.
 */
export async function install({ admin }: Pick<TestServer, 'admin'>, scenario: Scenario): Promise<void> {
  const kinds = await definitions();
  await Promise.all(kinds.map((definition) => define(admin, definition)));
  for (const name of namespacesOf(scenario)) {
    await ensure(admin, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }
  for (const name of scenario.nodes) await addNode(admin, name);
  const uids = new Map<string, string>();
  for (const cluster of scenario.clusters) uids.set(clusterKey(cluster), await addCluster(admin, cluster));
  const left = scenario.hosts.values();
  const worker = async () => {
    for (const host of left) await addHost(admin, host, uids);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const CORE = 'cluster.x-k8s.io/v1beta1';
const INFRASTRUCTURE = 'infrastructure.cluster.x-k8s.io/v1beta1';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

async function define(admin: Endpoint, definition: Definition): Promise<void> {
  await ensure(admin, DEFINITIONS, definition);
  const { name } = definition.metadata;
  const stop = new AbortController();
  for await (const { object } of watch(
    admin,
    `${DEFINITIONS}?watch=1&fieldSelector=metadata.name%3D${name}`,
    stop.signal,
  )) {
    const conditions: { type: string; status: string }[] = object.status?.conditions ?? [];
    if (conditions.some(({ type, status }) => type === 'Established' && status === 'True')) break;
  }
  stop.abort();
  // The handler that serves the kind learns of it a moment after the condition says so.
  while ((await call(admin, { path: `${collection(definition)}?limit=1` })).status !== 200) await delay(10);
}

async function addNode(admin: Endpoint, name: string): Promise<void> {
  const made = await ensure(admin, '/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name } },
  });
  if (made.status === 409) return;
  const now = new Date().toISOString();
  const times = { lastHeartbeatTime: now, lastTransitionTime: now };
  const ready = {
    type: 'Ready',
    status: 'True',
    reason: 'KubeletReady',
    message: 'kubelet is ready',
    ...times,
  };
  await status(admin, `/api/v1/nodes/${name}`, { conditions: [ready] });
}

async function addCluster(admin: Endpoint, { namespace, name, paused }: ScenarioCluster): Promise<string> {
  const made = await create(admin, `/apis/${CORE}/namespaces/${namespace}/clusters`, {
    apiVersion: CORE,
    kind: 'Cluster',
    metadata: { name, namespace },
    spec: { paused },
  });
  return made.json.metadata.uid;
}

async function addHost(
  admin: Endpoint,
  { host, manager, cluster, deleted }: ScenarioHost,
  uids: Map<string, string>,
): Promise<void> {
  const { name, namespace = '' } = host.metadata;
  const owner =
    cluster && (await addMachine(admin, { name, namespace, cluster, image: host.spec.image }, uids));
  const metadata = { ...host.metadata, ...(owner && { ownerReferences: [owner] }) };
  const path = `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts`;
  await create(admin, `${path}?fieldManager=${manager}`, { ...host, metadata, status: undefined });
  await status(admin, `${path}/${name}`, host.status);
  if (deleted) await expect(admin, { method: 'DELETE', path: `${path}/${name}` }, 200);
}

/** Makes the Machine and the Metal3Machine by which a cluster uses a host of the same name; gives the host's owner. */
async function addMachine(
  admin: Endpoint,
  { name, namespace, cluster, image }: { name: string; namespace: string; cluster: string; image: unknown },
  uids: Map<string, string>,
): Promise<object> {
  const labels = { 'cluster.x-k8s.io/cluster-name': cluster };
  const clusterUid = uids.get(clusterKey({ namespace, name: cluster })) ?? '';
  const machine = await create(admin, `/apis/${CORE}/namespaces/${namespace}/machines`, {
    apiVersion: CORE,
    kind: 'Machine',
    metadata: { name, namespace, labels, ownerReferences: [reference(CORE, 'Cluster', cluster, clusterUid)] },
    spec: {
      clusterName: cluster,
      bootstrap: { dataSecretName: `${name}-user-data` },
      infrastructureRef: { apiVersion: INFRASTRUCTURE, kind: 'Metal3Machine', name, namespace },
    },
  });
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

const clusterKey = ({ namespace, name }: { namespace: string; name: string }): string =>
  `${namespace}/${name}`;

const create = (admin: Endpoint, path: string, body: object): Promise<Answer> =>
  expect(admin, { method: 'POST', path, body }, 201);

/** Creates what scenarios share; it may be there already. */
const ensure = (admin: Endpoint, path: string, body: object): Promise<Answer> =>
  expect(admin, { method: 'POST', path, body }, 201, 409);

const status = (admin: Endpoint, path: string, value: unknown): Promise<Answer> =>
  expect(admin, { method: 'PATCH', path: `${path}/status`, body: { status: value } }, 200);

async function expect(admin: Endpoint, request: Call, ...accepted: number[]): Promise<Answer> {
  const answer = await call(admin, request);
  if (accepted.includes(answer.status)) return answer;
  throw new Error(`${request.method} ${request.path}: HTTP ${answer.status}: ${answer.text}`);
}
