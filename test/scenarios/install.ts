import { setTimeout as delay } from 'node:timers/promises';
import { collection, type Definition, definitions } from '../crds/definitions.ts';
import { call, watch } from '../support/http.ts';
import type { Endpoint, TestServer } from '../support/server.ts';
import { addCluster, addMachine } from './machines.ts';
import { create, ensure, expect, status } from './requests.ts';
import { namespacesOf, type Scenario, type ScenarioHost } from './scenario.ts';

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

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Makes a definition and waits until its kind is served. */
export async function define(admin: Endpoint, definition: Definition): Promise<void> {
  await ensure(admin, DEFINITIONS, definition);
  const { name } = definition.metadata;
  const stop = new AbortController();
  const path = `${DEFINITIONS}?watch=1&fieldSelector=metadata.name%3D${name}`;
  for await (const { object } of watch(admin, path, stop.signal)) {
    const conditions: { type: string; status: string }[] = object.status?.conditions ?? [];
    if (conditions.some(({ type, status }) => type === 'Established' && status === 'True')) break;
  }
  stop.abort();
  // The handler that serves the kind learns of it a moment after the condition says so.
  while ((await call(admin, { path: `${collection(definition)}?limit=1` })).status === 404) await delay(10);
}

/** Makes a node that is Ready. */
export async function addNode(admin: Endpoint, name: string): Promise<void> {
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

async function addHost(
  admin: Endpoint,
  { host, manager, cluster, machine, deleted }: ScenarioHost,
  uids: Map<string, string>,
): Promise<void> {
  const { name, namespace = '' } = host.metadata;
  const clusterUid = uids.get(clusterKey({ namespace, name: cluster ?? '' }));
  if (cluster && !clusterUid) throw new Error(`${namespace}/${name}: the scenario has no cluster ${cluster}`);
  const { image } = host.spec;
  const owner =
    cluster &&
    clusterUid &&
    (await addMachine(admin, { name, namespace, cluster, clusterUid, image, machine }));
  const metadata = { ...host.metadata, ...(owner && { ownerReferences: [owner] }) };
  const path = `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts`;
  await create(admin, `${path}?fieldManager=${manager}`, { ...host, metadata, status: undefined });
  await status(admin, `${path}/${name}`, host.status);
  if (deleted) await expect(admin, { method: 'DELETE', path: `${path}/${name}` }, 200);
}

const clusterKey = ({ namespace, name }: { namespace: string; name: string }): string =>
  `${namespace}/${name}`;
