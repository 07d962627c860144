import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockIn, type Part, partOf } from '../../../lib/sizing/requests.ts';
import { podOf, serverPod } from './pods.ts';

const images: [string, Part | undefined][] = [
  ['quay.io/prometheus-operator/prometheus-operator:v0.85.0', 'operator'],
  ['quay.io/prometheus-operator/prometheus-config-reloader:v0.85.0', undefined],
  ['quay.io/prometheus/node-exporter:v1.9.1', 'node-exporter'],
  ['mirror:5000/openshift/ose-prometheus-node-exporter@sha256:ab', 'node-exporter'],
  ['registry.k8s.io/kube-state-metrics/kube-state-metrics:v2.17.0', 'cluster-state'],
  ['docker.io/grafana/grafana:13.0.0', 'ui'],
  ['grafana/grafana-enterprise:13.0.0', 'ui'],
  ['grafana/grafana-image-renderer:v4', undefined],
  ['grafana/grafana-operator:v5', undefined],
  ['prometheus-adapter:v0.12', undefined],
];
for (const [image, part] of images)
  test(`a pod of ${image}: ${part ?? 'none of the block'}`, () => {
    const containers = [{ image: 'sidecar:v1' }, { image }];
    assert.equal(partOf(podOf({ containers })), part);
  });

const managed = (app: string) => ({
  ...podOf({ containers: [{ image: 'x' }] }),
  metadata: {
    name: 'p',
    labels: { 'app.kubernetes.io/managed-by': 'prometheus-operator', 'app.kubernetes.io/name': app },
  },
});
for (const [app, part] of [
  ['prometheus', 'metrics'],
  ['alertmanager', 'alerts'],
  ['thanos-ruler', 'ruler'],
  ['prometheus-agent', undefined],
] as const)
  test(`a pod of the operator's for ${app}`, () => assert.equal(partOf(managed(app)), part));

test('recognizes a program by its command', () => {
  const containers = [{ image: 'dev@sha256:ab', command: ['/bin/node_exporter', '--web'] }];
  assert.equal(partOf(podOf({ containers } as never)), 'node-exporter');
});

test('ignores finished pods', () => {
  const job = { ...podOf({ containers: [{ image: 'job' }] }, 'job'), status: { phase: 'Succeeded' } };
  const evicted = { ...serverPod('evicted'), status: { phase: 'Failed' } };
  const adapter = podOf({ containers: [{ image: 'adapter' }] }, 'adapter');
  const { block, others } = blockIn([serverPod('b'), job, evicted, adapter, serverPod('a')]);
  assert.deepEqual(
    block.map(({ name }) => name),
    ['a', 'b'],
  );
  assert.deepEqual(others, ['adapter']);
});
