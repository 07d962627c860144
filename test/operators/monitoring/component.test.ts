import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComponentResource, replicasOf, shardsOf, statefulSetOf } from './component.ts';
import type { ComponentKind } from './kinds.ts';

const storage = {
  volumeClaimTemplate: { spec: { resources: { requests: { storage: '50Gi' } } } },
};

const resource = (spec: ComponentResource['spec'] = {}): ComponentResource => ({
  metadata: {
    name: 'k8s',
    namespace: 'ns',
    uid: 'u',
    labels: { release: 'kps' },
    annotations: { note: 'kept', 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
  },
  spec: { storage, ...spec },
});

const names: Record<ComponentKind, [set: string, template: string, service: string]> = {
  Prometheus: ['prometheus-k8s', 'prometheus-k8s-db', 'prometheus-operated'],
  Alertmanager: ['alertmanager-k8s', 'alertmanager-k8s-db', 'alertmanager-operated'],
  ThanosRuler: ['thanos-ruler-k8s', 'thanos-ruler-k8s-data', 'thanos-ruler-operated'],
};

for (const kind of Object.keys(names) as ComponentKind[]) {
  test(`the StatefulSet of a ${kind} is named as the operator does it`, () => {
    const { metadata, spec } = statefulSetOf(kind, resource());
    const [template] = spec.volumeClaimTemplates ?? [];
    assert.deepEqual([metadata.name, template?.metadata.name, spec.serviceName], names[kind]);
    assert.equal(metadata.labels?.release, 'kps');
    assert.equal(metadata.labels?.['managed-by'], 'prometheus-operator');
    assert.deepEqual(metadata.annotations, { note: 'kept' });
    assert.equal(metadata.ownerReferences?.[0]?.kind, kind);
  });

  test(`the claims of a ${kind} are not there without a template`, () => {
    for (const other of [undefined, { ...storage, emptyDir: {} }, { ...storage, ephemeral: {} }]) {
      const { spec } = statefulSetOf(kind, resource({ storage: other }));
      assert.equal(spec.volumeClaimTemplates, undefined);
    }
  });

  test(`the retention policy of a ${kind} is ${kind === 'ThanosRuler' ? 'not ' : ''}passed on`, () => {
    const policy = { whenDeleted: 'Delete', whenScaled: 'Retain' } as const;
    const { spec } = statefulSetOf(kind, resource({ persistentVolumeClaimRetentionPolicy: policy }));
    const expected = kind === 'ThanosRuler' ? undefined : policy;
    assert.deepEqual(spec.persistentVolumeClaimRetentionPolicy, expected);
  });
}

test('each shard is a StatefulSet of its own with the same template', () => {
  const sharded = resource({ shards: 2 });
  assert.equal(shardsOf('Prometheus', sharded), 2);
  assert.equal(shardsOf('Alertmanager', sharded), 1);
  const { metadata, spec } = statefulSetOf('Prometheus', sharded, 1);
  assert.equal(metadata.name, 'prometheus-k8s-shard-1');
  assert.equal(spec.volumeClaimTemplates?.[0]?.metadata.name, 'prometheus-k8s-db');
  assert.equal(spec.selector.matchLabels['operator.prometheus.io/shard'], '1');
});

test('a template keeps the name that the resource gives it', () => {
  const named = { volumeClaimTemplate: { ...storage.volumeClaimTemplate, metadata: { name: 'tsdb' } } };
  const { spec } = statefulSetOf('Prometheus', resource({ storage: named }));
  assert.equal(spec.volumeClaimTemplates?.[0]?.metadata.name, 'tsdb');
});

test('a negative number of replicas is 1 for a Prometheus and 0 for others', () => {
  assert.equal(replicasOf('Prometheus', resource({ replicas: -1 })), 1);
  assert.equal(replicasOf('Alertmanager', resource({ replicas: -1 })), 0);
  assert.equal(replicasOf('Alertmanager', resource()), 1);
  assert.equal(replicasOf('Prometheus', resource({ replicas: 0 })), 0);
});

test('the pod template follows the retention and stays what it is under another size', () => {
  const template = (spec: ComponentResource['spec']) =>
    statefulSetOf('Prometheus', resource(spec)).spec.template;
  const larger = { volumeClaimTemplate: { spec: { resources: { requests: { storage: '100Gi' } } } } };
  assert.deepEqual(template({ storage: larger }), template({}));
  assert.notDeepEqual(template({ retentionSize: '40GB' }), template({}));
});
