import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { create, expect } from '../scenarios/requests.ts';
import { call } from '../support/http.ts';
import { PATIENCE } from '../support/patience.ts';
import type { TestServer } from '../support/server.ts';
import { type Controllers, NODE, startControllers } from './controllers.ts';
import { startCluster } from './server.ts';

let cluster: TestServer;
let controllers: Controllers;
before(async () => {
  cluster = await startCluster();
  controllers = await startControllers(cluster);
  const provisioner = 'volumes.test';
  await create(cluster.admin, '/apis/storage.k8s.io/v1/storageclasses', {
    metadata: { name: CLASS },
    provisioner,
  });
});
after(async () => {
  await controllers?.stop();
  await cluster.stop();
});

const CLASS = 'by-hand';
const REPLICAS = 2;
const SET = 'prometheus-k8s';
const claimName = (ordinal: number) => `prometheus-k8s-db-${SET}-${ordinal}`;

/** Paths in a namespace. */
const paths = (namespace: string) => ({
  claims: `/api/v1/namespaces/${namespace}/persistentvolumeclaims`,
  pods: `/api/v1/namespaces/${namespace}/pods`,
  set: `/apis/apps/v1/namespaces/${namespace}/statefulsets/${SET}`,
  metrics: `/apis/monitoring.coreos.com/v1/namespaces/${namespace}/prometheuses`,
});

const get = async (path: string) => (await call(cluster.admin, { path })).json;
// biome-ignore lint/suspicious/noExplicitAny: whatever the server has
const list = async (path: string): Promise<any[]> => (await get(path)).items;

/** Looks until there is something to see. */
async function until<T>(what: string, snapshot: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const seen = await snapshot();
    if (seen) return seen;
    assert.ok(performance.now() < deadline, what);
  }
}

const template = (storage: string) => ({
  volumeClaimTemplate: { spec: { storageClassName: CLASS, resources: { requests: { storage } } } },
});

/** A namespace with a Prometheus whose pods run, each on a volume; does what no controller here does. */
async function runPrometheus(namespace: string, spec: object = {}): Promise<ReturnType<typeof paths>> {
  await create(cluster.admin, '/api/v1/namespaces', { metadata: { name: namespace } });
  for (let ordinal = 0; ordinal < REPLICAS; ordinal += 1) await addVolume(namespace, claimName(ordinal));
  const at = paths(namespace);
  await create(cluster.admin, at.metrics, {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'Prometheus',
    metadata: { name: 'k8s' },
    spec: { replicas: REPLICAS, storage: template('1Gi'), ...spec },
  });
  for (let ordinal = 0; ordinal < REPLICAS; ordinal += 1) await bind(`${at.pods}/${SET}-${ordinal}`);
  await until('the pods did not become ready', async () => {
    const { status } = await get(at.set);
    return status.readyReplicas === REPLICAS;
  });
  // kwok's pods run whether their volumes are there or not.
  await until('the claims were not bound', async () => {
    const phases = (await list(at.claims)).map(({ status }) => status.phase);
    return phases.length === REPLICAS && phases.every((phase) => phase === 'Bound');
  });
  return at;
}

/** The same under a policy by which the claims go with their StatefulSet. */
async function runDoomed(namespace: string): Promise<ReturnType<typeof paths>> {
  const at = await runPrometheus(namespace, {
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
  });
  await until('the claims were not given to the StatefulSet', async () => {
    const owners = (await list(at.claims)).map(({ metadata }) => metadata.ownerReferences?.[0].kind);
    return owners.length === REPLICAS && owners.every((kind) => kind === 'StatefulSet');
  });
  return at;
}

async function addVolume(namespace: string, name: string): Promise<void> {
  await create(cluster.admin, '/api/v1/persistentvolumes', {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `${namespace}-${name}` },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: CLASS,
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name },
      csi: { driver: 'volumes.test', volumeHandle: `${namespace}-${name}` },
    },
  });
}

async function bind(pod: string): Promise<void> {
  const { metadata } = await until(`${pod} was not made`, async () => {
    const { status, json } = await call(cluster.admin, { path: pod });
    return status === 200 && json;
  });
  const target = { apiVersion: 'v1', kind: 'Node', name: NODE };
  const { name } = metadata;
  await create(cluster.admin, `${pod}/binding`, {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name },
    target,
  });
}

/** Sets replicas and claim template in one edit (§4.C step 1) and returns the StatefulSet that replaces the first one. */
async function stopAndGrow(at: ReturnType<typeof paths>) {
  const { uid } = (await get(at.set)).metadata;
  const body = { spec: { replicas: 0, storage: template('2Gi') } };
  await expect(cluster.admin, { method: 'PATCH', path: `${at.metrics}/k8s`, body }, 200);
  return await until('the StatefulSet was not recreated', async () => {
    const { status, json } = await call(cluster.admin, { path: at.set });
    return status === 200 && json.metadata.uid !== uid && json;
  });
}

test('creates the StatefulSet, bound claims and running pods of a Prometheus', async () => {
  const at = await runPrometheus('running');
  const set = await get(at.set);
  assert.equal(set.metadata.ownerReferences[0].kind, 'Prometheus');
  assert.equal(set.spec.volumeClaimTemplates[0].metadata.name, 'prometheus-k8s-db');
  for (const claim of await list(at.claims)) {
    assert.equal(claim.status.capacity.storage, '1Gi');
    assert.equal(claim.metadata.ownerReferences, undefined);
    assert.equal(claim.metadata.labels['operator.prometheus.io/name'], 'k8s');
  }
  assert.deepEqual(
    (await list(at.claims)).map(({ metadata }) => metadata.name),
    [claimName(0), claimName(1)],
  );
  for (const { status } of await list(at.pods)) {
    assert.equal(status.phase, 'Running');
    assert.match(status.podIP, /^10\.244\.0\./);
  }
});

test('recreates the StatefulSet and keeps the claims when the claim template changes at 0 replicas', async () => {
  const at = await runPrometheus('recreated');
  const uids = async () => (await list(at.claims)).map(({ metadata }) => metadata.uid);
  const before = await uids();
  assert.equal(before.length, REPLICAS);
  const { spec } = await stopAndGrow(at);
  assert.equal(spec.replicas, 0);
  assert.equal(spec.volumeClaimTemplates[0].spec.resources.requests.storage, '2Gi');
  assert.deepEqual(await list(at.pods), []);
  // What the collector takes, it takes within seconds: a namespace that loses its claims shows how long that is.
  const doomed = await runDoomed('meanwhile');
  await stopAndGrow(doomed);
  await until('the other claims were not taken', async () => (await list(doomed.claims)).length === 0);
  assert.deepEqual(await uids(), before);
});

test('deletes every claim on the same edit with whenDeleted: Delete', async () => {
  const at = await runDoomed('taken');
  await stopAndGrow(at);
  await until('the claims were not taken', async () => (await list(at.claims)).length === 0);
});
