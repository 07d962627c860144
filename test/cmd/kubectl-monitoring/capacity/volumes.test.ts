import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COMPONENTS } from '../../../../lib/objects/components.ts';
import { ofInstance, ofUi } from '../../../../lib/status/instances.ts';
import type { ClaimObject } from '../../../../lib/volumes/claim.ts';
import type { InstanceObject } from '../../../../lib/volumes/instance.ts';

const NAMESPACE = 'monitoring-system';

const claim = (name: string, namespace = NAMESPACE): ClaimObject => ({
  metadata: {
    name,
    namespace,
    labels: { 'app.kubernetes.io/name': 'prometheus', 'app.kubernetes.io/instance': 'k8s' },
  },
  spec: { resources: { requests: { storage: '50Gi' } } },
});

const storage = { volumeClaimTemplate: { spec: { resources: { requests: { storage: '50Gi' } } } } };

const prometheus = (spec: object): InstanceObject => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'Prometheus',
  metadata: { name: 'k8s', namespace: NAMESPACE },
  spec: { storage, ...spec },
});

const db = (ordinal: number): string => `prometheus-k8s-db-prometheus-k8s-${ordinal}`;
const names = ({ volumes }: ReturnType<typeof ofInstance>): [string, boolean][] =>
  volumes.map((volume) => [volume.claim.name, volume.orphaned]);

describe('an instance', () => {
  const claims = [
    claim(db(2)),
    claim(db(1)),
    claim(db(0)),
    claim(db(0), 'elsewhere'),
    { ...claim('other'), metadata: { name: 'other', namespace: NAMESPACE } },
  ];

  test('has the claims of its replicas, and orphaned ones', () => {
    const found = ofInstance(prometheus({ replicas: 2 }), COMPONENTS.metrics, claims);
    assert.deepEqual(names(found), [
      [db(0), false],
      [db(1), false],
      [db(2), true],
    ]);
  });

  test('keeps its claims when scaled to 0', () => {
    const found = ofInstance(prometheus({ replicas: 0 }), COMPONENTS.metrics, claims.slice(1, 3));
    assert.deepEqual(names(found).toSorted(), [
      [db(0), false],
      [db(1), false],
    ]);
  });

  test("has its own retention, or the operator's default", () => {
    const retention = (spec: object) => ofInstance(prometheus(spec), COMPONENTS.metrics, []).owner.retention;
    assert.deepEqual(retention({}), { time: '24h', size: undefined });
    assert.deepEqual(retention({ retention: '30d' }), { time: '30d', size: undefined });
    assert.deepEqual(retention({ retention: '30d', retentionSize: '40GB' }), { time: '30d', size: '40GB' });
    assert.deepEqual(retention({ retentionSize: '40GB' }), { time: undefined, size: '40GB' });
  });

  test('keeps its data elsewhere without a claim template', () => {
    const elsewhere = (spec: object) => ofInstance(prometheus(spec), COMPONENTS.metrics, []).owner.elsewhere;
    assert.equal(elsewhere({}), undefined);
    assert.equal(elsewhere({ storage: { emptyDir: {} } }), 'emptyDir');
    assert.equal(elsewhere({ storage: undefined }), 'none');
  });
});

describe('the dashboard UI', () => {
  const workload = (image: string, spec: object, volumes: object[] = []) => ({
    apiVersion: 'apps/v1',
    metadata: { name: 'grafana', namespace: NAMESPACE },
    spec: { ...spec, template: { spec: { containers: [{ name: 'main', image }], volumes } } },
  });
  const volume = [{ name: 'storage', persistentVolumeClaim: { claimName: 'ui' } }];
  const claims = [
    claim('ui', 'elsewhere'),
    claim('ui'),
    claim('storage-grafana-0'),
    claim('storage-grafana-1'),
  ];
  const found = (
    ...[object, kind = 'Deployment']: [ReturnType<typeof workload>, ('Deployment' | 'StatefulSet')?]
  ) =>
    ofUi({ kind, object }, claims).map(({ owner, volumes }) => [
      owner.component,
      owner.kind,
      volumes.map((one) => `${one.owner.namespace}/${one.claim.name}`),
    ]);

  test('has the claim that its pods name', () => {
    const wanted = [['ui', 'Deployment', [`${NAMESPACE}/ui`]]];
    assert.deepEqual(found(workload('registry:5000/grafana/grafana:12.1.0', {}, volume)), wanted);
  });
  test('has the claims of all its replicas as a StatefulSet', () => {
    const object = workload('grafana/grafana:12.1.0', {
      replicas: 2,
      volumeClaimTemplates: [{ metadata: { name: 'storage' } }],
    });
    assert.deepEqual(found(object, 'StatefulSet'), [
      ['ui', 'StatefulSet', [`${NAMESPACE}/storage-grafana-0`, `${NAMESPACE}/storage-grafana-1`]],
    ]);
  });
  test('is ignored without a claim (§8)', () => {
    assert.deepEqual(found(workload('grafana/grafana:12.1.0', {})), []);
  });
  test('is not recognized with another image', () => {
    assert.deepEqual(found(workload('grafana/loki:3.5.0', {}, volume)), []);
  });
});
