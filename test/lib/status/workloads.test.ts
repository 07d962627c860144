import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import type { PodObject } from '../../../lib/objects/pod.ts';
import {
  belongs,
  claimsOf,
  type FoundWorkload,
  findWorkloads,
  type WorkloadObject,
  workloadState,
} from '../../../lib/status/workloads.ts';

interface Given {
  namespace?: string;
  name?: string;
  image?: string;
  args?: string[];
  spec?: object;
  pod?: object;
  status?: object;
  labels?: Record<string, string>;
}

const workload = (
  kind: WorkloadObject['kind'],
  { namespace = 'monitoring-system', name = 'part', image = 'team/grafana:12.1.0', ...given }: Given = {},
): WorkloadObject => ({
  kind,
  object: {
    metadata: { name, namespace, ...(given.labels && { labels: given.labels }) },
    spec: {
      selector: { matchLabels: { app: name } },
      template: { spec: { containers: [{ name: 'main', image, args: given.args }], ...given.pod } },
      ...given.spec,
    },
    status: given.status,
  } as KubeObject,
});

const found = (kind: WorkloadObject['kind'], given?: Given): FoundWorkload => {
  const [one] = findWorkloads([workload(kind, given)]);
  assert.ok(one);
  return one;
};

const OPERATOR = 'prometheus-operator:v0.85.0';

test('recognizes parts by image, whatever their names, and nothing else', () => {
  const images = [
    'a/kube-state-metrics:v2.16.0',
    'b/node-exporter:v1.9.1',
    OPERATOR,
    'grafana:12.1.0',
    'nginx:1',
  ];
  const all = images.map((image, index) => workload('Deployment', { name: `it-${index}`, image }));
  assert.deepEqual(
    findWorkloads(all).map(({ part, object, install }) => [part, object.metadata.name, install.version]),
    [
      ['operator', 'it-2', 'v0.85.0'],
      ['node-exporter', 'it-1', 'v1.9.1'],
      ['cluster-state', 'it-0', 'v2.16.0'],
      ['ui', 'it-3', '12.1.0'],
    ],
  );
});

test('counts replicas of a Deployment, and nodes of a DaemonSet', () => {
  const around = { pods: [], namespaces: [] };
  const counts = (kind: WorkloadObject['kind'], given: Given): number[] => {
    const { wanted, ready } = workloadState(found(kind, given), around);
    return [wanted, ready];
  };
  assert.deepEqual(counts('Deployment', { spec: { replicas: 3 }, status: { readyReplicas: 2 } }), [3, 2]);
  assert.deepEqual(counts('Deployment', { status: {} }), [1, 0]);
  assert.deepEqual(counts('StatefulSet', { spec: { replicas: 0 } }), [0, 0]);
  assert.deepEqual(counts('DaemonSet', { status: { desiredNumberScheduled: 5, numberReady: 4 } }), [5, 4]);
});

test('reports the pods that a workload controls, except finished ones', () => {
  const pod = (name: string, owner: object | undefined, status: object): PodObject => ({
    metadata: {
      name,
      labels: { app: 'part', 'pod-template-hash': 'abc' },
      ...(owner && {
        ownerReferences: [{ apiVersion: 'apps/v1', uid: 'uid', controller: true, ...owner } as never],
      }),
    },
    status,
  });
  const replicaSet = { kind: 'ReplicaSet', name: 'part-abc' };
  const lost = { reason: 'NodeLost' };
  const pods = [
    pod('fails', replicaSet, lost),
    pod('ready', replicaSet, { conditions: [{ type: 'Ready', status: 'True' }] }),
    pod('evicted', replicaSet, { phase: 'Failed', reason: 'Evicted' }),
    pod('done', replicaSet, { phase: 'Succeeded' }),
    pod('another', { kind: 'ReplicaSet', name: 'part-other-abc' }, lost),
    pod('helm-test', undefined, lost),
    pod('job', { kind: 'Job', name: 'part-abc' }, lost),
    pod('set', { kind: 'StatefulSet', name: 'part' }, lost),
  ];
  const troublesOf = (kind: WorkloadObject['kind']) =>
    workloadState(found(kind), { pods, namespaces: [] }).troubles.map(({ pod: name }) => name);
  assert.deepEqual(troublesOf('Deployment'), ['fails']);
  assert.deepEqual(troublesOf('StatefulSet'), ['set']);
  assert.deepEqual(troublesOf('DaemonSet'), []);
});

test('names what manages a workload', () => {
  const sourceOf = (labels: Record<string, string>, manager?: string, fields = ['f:selector']) => {
    const one = found('Deployment', { labels });
    const fieldsV1 = { 'f:spec': Object.fromEntries(fields.map((field) => [field, {}])) };
    if (manager) one.object.metadata.managedFields = [{ manager, fieldsV1 }];
    return workloadState(one, { pods: undefined, namespaces: [] }).source;
  };
  assert.equal(sourceOf({}), null);
  assert.equal(sourceOf({}, 'kubectl-create'), null);
  assert.equal(sourceOf({}, 'configsync.gke.io'), 'field manager "configsync.gke.io"');
  assert.equal(sourceOf({}, 'reloader', ['f:template', 'f:replicas']), null);
  const flux = {
    'helm.toolkit.fluxcd.io/name': 'monitoring',
    'helm.toolkit.fluxcd.io/namespace': 'flux-system',
  };
  assert.equal(sourceOf(flux), 'Flux HelmRelease "flux-system/monitoring"');
});

test('an operator belongs to the block that it manages, wherever it runs', () => {
  const rows: [namespace: string, args: string[], belongs: boolean][] = [
    ['monitoring-system', [], true],
    ['elsewhere', [], true],
    ['elsewhere', ['--namespaces=monitoring-system'], true],
    ['elsewhere', ['--namespaces=elsewhere'], false],
    ['elsewhere', ['--deny-namespaces=monitoring-system'], false],
    // It runs here and manages other namespaces: a user who looks for an operator here must know.
    ['monitoring-system', ['--namespaces=elsewhere'], true],
  ];
  for (const [namespace, args, expected] of rows) {
    const operator = found('Deployment', { namespace, args, image: OPERATOR });
    assert.equal(belongs(operator, ['monitoring-system']), expected, `${namespace} ${args}`);
    assert.equal(belongs(operator, []), true);
  }
  const one = found('Deployment', { namespace: 'elsewhere', args: ['--namespaces=a'], image: OPERATOR });
  assert.equal(belongs(one, ['a', 'b']), true, 'it looks after one of both');
  assert.equal(belongs(found('Deployment', { namespace: 'elsewhere' }), ['monitoring-system']), true);
});

test('an operator that denies namespaces manages the rest of the block', () => {
  const scopeOf = (...args: string[]) =>
    workloadState(found('Deployment', { args, image: OPERATOR }), { pods: [], namespaces: ['a', 'b'] }).scope;
  assert.deepEqual(scopeOf(), []);
  assert.deepEqual(scopeOf('--namespaces=c'), ['c']);
  assert.deepEqual(scopeOf('--deny-namespaces=a'), ['b']);
});

test('detects sharded cluster-state metrics', () => {
  const shardedBy = (...args: string[]) =>
    workloadState(found('StatefulSet', { args, image: 'kube-state-metrics:v2.16.0' }), {
      pods: [],
      namespaces: [],
    }).sharded;
  assert.equal(shardedBy('--port=8080'), undefined);
  assert.equal(shardedBy('--total-shards=1'), undefined);
  assert.equal(shardedBy('--shard=0', '--total-shards=2'), true);
  assert.equal(shardedBy('--pod=$(POD_NAME)', '--pod-namespace=$(POD_NAMESPACE)'), true);
});

test("a dashboard UI owns the claims that its pods name, and those of its StatefulSet's replicas", () => {
  const volumes = [
    { name: 'config', configMap: {} },
    { name: 'storage', persistentVolumeClaim: { claimName: 'data' } },
  ];
  const volumeClaimTemplates = [
    { metadata: { name: 'storage' }, spec: { resources: { requests: { storage: '10Gi' } } } },
    { metadata: { name: 'plugins' } },
  ];
  const claims = [
    'data',
    'plugins-grafana-0',
    'storage-grafana-0',
    'storage-grafana-1',
    'storage-grafana-10',
    'storage-grafana-01',
    'storage-grafana-next-0',
  ].map((name) => ({ metadata: { name } }));
  const seen = (one: FoundWorkload) =>
    claimsOf(one, claims).map(({ claim, templateSize = '', orphaned }) =>
      [claim.metadata.name, templateSize, ...(orphaned ? ['orphaned'] : [])].join(' '),
    );
  const set = (spec: object): FoundWorkload =>
    found('StatefulSet', { name: 'grafana', spec: { volumeClaimTemplates, ...spec } });
  const own = ['plugins-grafana-0 ', 'storage-grafana-0 10Gi', 'storage-grafana-1 10Gi'];
  assert.deepEqual(seen(found('Deployment')), []);
  assert.deepEqual(seen(found('Deployment', { pod: { volumes } })), ['data ']);
  assert.deepEqual(seen(found('Deployment', { image: OPERATOR, pod: { volumes } })), []);
  assert.deepEqual(seen(set({ replicas: 2 })), [...own, 'storage-grafana-10 10Gi orphaned']);
  assert.deepEqual(seen(set({ replicas: 0 })), [...own, 'storage-grafana-10 10Gi']);
  assert.deepEqual(seen(set({ replicas: 1, ordinals: { start: 1 } })), [
    'plugins-grafana-0  orphaned',
    'storage-grafana-0 10Gi orphaned',
    'storage-grafana-1 10Gi',
    'storage-grafana-10 10Gi orphaned',
  ]);
  const state = (one: FoundWorkload) => {
    const { claim, ownClaims } = workloadState(one, { pods: [], namespaces: [] });
    return [claim, ownClaims];
  };
  assert.deepEqual(state(found('Deployment', { pod: { volumes } })), ['data', undefined]);
  assert.deepEqual(state(set({})), [undefined, true]);
});

test('reads a workload of any shape', () => {
  const image = fc.constantFrom('grafana:12.1.0', 'kube-state-metrics:v2.16.0', OPERATOR);
  const containers = fc.array(fc.oneof(fc.jsonValue(), fc.record({ image, args: fc.jsonValue() })));
  const template = fc.record({ spec: fc.record({ containers, volumes: fc.jsonValue() }) });
  const spec = fc.record({
    replicas: fc.jsonValue(),
    selector: fc.oneof(fc.jsonValue(), fc.record({ matchLabels: fc.jsonValue() })),
    template: fc.oneof(fc.jsonValue(), template),
    volumeClaimTemplates: fc.jsonValue(),
  });
  const pods = [{ metadata: { name: 'a', labels: { app: 'a' } } }];
  fc.assert(
    fc.property(
      spec,
      fc.jsonValue(),
      fc.constantFrom('Deployment', 'DaemonSet', 'StatefulSet'),
      (given, status, kind) => {
        const object = { metadata: { name: 'part', namespace: 'ns' }, spec: given, status } as KubeObject;
        for (const one of findWorkloads([{ kind, object }])) {
          const { wanted, ready } = workloadState(one, { pods, namespaces: ['ns'] });
          assert.ok([wanted, ready].every(Number.isFinite));
          assert.equal(typeof belongs(one, ['ns']), 'boolean');
        }
      },
    ),
  );
});
