import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ironicsIn, mapsOf, operatorsIn, type Workload } from '../../../lib/hosts/diagnosis/operators.ts';
import type { KubeObject } from '../../../lib/kube/api/types.ts';

const BMO = 'quay.io/metal3-io/baremetal-operator:v0.12.0';

function workload(
  image: string,
  { container = {}, pod = {}, spec = {}, status = {} }: Record<string, object> = {},
): Workload {
  const template = { spec: { containers: [{ name: 'main', image, ...container }], ...pod } };
  const metadata = { name: 'controller', namespace: 'bmo' };
  return { object: { metadata, spec: { template, ...spec }, status } as KubeObject, kind: 'Deployment' };
}

const endpoint = (found: Workload, maps = {}, resources: KubeObject[] = []) =>
  operatorsIn([found], new Map(Object.entries(maps)), resources)[0]?.endpoint;

const URL = 'http://172.22.0.2:6385/v1/';
const env = { env: [{ name: 'OTHER' }, { name: 'IRONIC_ENDPOINT', value: URL }] };
const envFrom = { envFrom: [{ configMapRef: { name: 'settings' } }, { secretRef: { name: 'x' } }] };

test('finds the Ironic of an operator in its environment, its ConfigMaps, then the Ironic resource', () => {
  const map = { IRONIC_ENDPOINT: URL };
  const from = (text: string) => ({ url: URL, from: text });
  assert.deepEqual(
    endpoint(workload(BMO, { container: env }), { 'bmo/ironic': { IRONIC_ENDPOINT: 'no' } }),
    from('IRONIC_ENDPOINT of Deployment bmo/controller'),
  );
  assert.deepEqual(
    endpoint(workload(BMO, { container: envFrom }), { 'bmo/settings': map }),
    from('ConfigMap bmo/settings'),
  );
  const key = { valueFrom: { configMapKeyRef: { name: 'keys', key: 'url' } } };
  const byKey = workload(BMO, { container: { env: [{ name: 'IRONIC_ENDPOINT', ...key }] } });
  assert.deepEqual(endpoint(byKey, { 'bmo/keys': { url: URL } }), from('url of ConfigMap bmo/keys'));
  assert.deepEqual(mapsOf(byKey.object), ['keys', 'ironic', 'ironic-bmo-configmap']);
  assert.deepEqual(endpoint(workload(BMO), { 'bmo/ironic': map }), from('ConfigMap bmo/ironic'));
  assert.equal(endpoint(workload(BMO), { 'other/ironic': map }), undefined);
  const ironic = { metadata: { name: 'ironic', namespace: 'infra' } };
  assert.deepEqual(endpoint(workload(BMO), {}, [ironic]), {
    url: 'the Service of infra/ironic',
    from: 'Ironic infra/ironic',
  });
  assert.equal(endpoint(workload(BMO)), undefined);
});

test('reads only ConfigMaps that may configure the operator, its own first', () => {
  assert.deepEqual(mapsOf(workload(BMO, { container: envFrom }).object), [
    'settings',
    'ironic',
    'ironic-bmo-configmap',
  ]);
  assert.deepEqual(mapsOf({ metadata: { name: 'x' } }), ['ironic', 'ironic-bmo-configmap']);
});

test('counts wanted and ready pods of a Deployment, with defaults for missing fields', () => {
  const pods = (given: Record<string, object>) =>
    operatorsIn([workload(BMO, given)], new Map(), []).map(({ wanted, ready }) => [wanted, ready]);
  assert.deepEqual(pods({}), [[1, 0]]);
  assert.deepEqual(pods({ spec: { replicas: 0 } }), [[0, 0]]);
  assert.deepEqual(pods({ spec: { replicas: 2 }, status: { readyReplicas: 1 } }), [[2, 1]]);
  assert.deepEqual(pods({ spec: { replicas: 'many' }, status: { readyReplicas: null } }), [[1, 0]]);
});

test('finds an Ironic with its network and DNS, and ignores other workloads', () => {
  const found = (image: string, pod: object) =>
    ironicsIn([workload(image, { pod })]).map(({ hostNetwork, clusterDns }) => [hostNetwork, clusterDns]);
  const IRONIC = 'quay.io/metal3-io/ironic:v32.0';
  assert.deepEqual(found(IRONIC, { hostNetwork: true }), [[true, false]]);
  assert.deepEqual(found(IRONIC, { hostNetwork: true, dnsPolicy: 'ClusterFirst' }), [[true, false]]);
  assert.deepEqual(found(IRONIC, { hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' }), [
    [true, true],
  ]);
  assert.deepEqual(found(IRONIC, {}), [[false, true]]);
  assert.deepEqual(found('nginx:1', { hostNetwork: true }), []);
});
