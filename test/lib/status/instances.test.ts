import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMPONENTS, instanceLabels } from '../../../lib/objects/components.ts';
import type { PodObject } from '../../../lib/objects/pod.ts';
import { type InstanceContext, instanceState } from '../../../lib/status/instances.ts';
import type { ClaimObject } from '../../../lib/volumes/claim.ts';
import type { InstanceObject } from '../../../lib/volumes/instance.ts';
import { recordObject } from '../../../lib/volumes/record.ts';

const component = COMPONENTS.metrics;
const namespace = 'monitoring-system';
const labels = instanceLabels(component, 'k8s');

const prometheus = (spec: object = {}, status: object = {}): InstanceObject => ({
  metadata: { name: 'k8s', namespace, uid: 'uid-1' },
  spec: {
    replicas: 2,
    storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: '50Gi' } } } } },
    ...spec,
  },
  status,
});
const pod = (name: string, isReady = true, image = 'prometheus:v3.5.0'): PodObject => ({
  metadata: {
    name,
    namespace,
    labels,
    ownerReferences: [
      { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'prometheus-k8s', uid: 'u', controller: true },
    ],
  },
  spec: { containers: [{ name: 'prometheus', image }] },
  status: isReady ? { conditions: [{ type: 'Ready', status: 'True' }] } : { reason: 'NodeLost' },
});
const claim = (ordinal: number): ClaimObject => ({
  metadata: { name: `prometheus-k8s-db-prometheus-k8s-${ordinal}`, namespace, labels },
  spec: { resources: { requests: { storage: '50Gi' } } },
});
const around = (given: Partial<InstanceContext> = {}): InstanceContext => ({
  sets: [{ metadata: { name: 'prometheus-k8s', namespace } }],
  claims: [claim(0), claim(1)],
  pods: [pod('prometheus-k8s-0'), pod('prometheus-k8s-1')],
  record: undefined,
  ...given,
});

test('reads a healthy instance and its volumes', () => {
  const spec = { retention: '30d', retentionSize: '40GB', paused: true };
  const { instance, volumes } = instanceState(component, prometheus(spec), around());
  assert.deepEqual(instance, {
    component: 'metrics',
    kind: 'Prometheus',
    namespace,
    name: 'k8s',
    versions: ['v3.5.0'],
    wanted: 2,
    ready: 2,
    troubles: [],
    source: null,
    paused: true,
    complaint: undefined,
    retention: { time: '30d', size: '40GB' },
    size: '50Gi',
    resize: undefined,
  });
  assert.deepEqual(
    volumes.map(({ claim: { name }, owner, templateSize, orphaned }) => ({
      name,
      owner,
      templateSize,
      orphaned,
    })),
    [0, 1].map((ordinal) => ({
      name: `prometheus-k8s-db-prometheus-k8s-${ordinal}`,
      owner: { component: 'metrics', kind: 'Prometheus', name: 'k8s' },
      templateSize: '50Gi',
      orphaned: false,
    })),
  );
});

test('reports pods that are not ready or missing, for every shard', () => {
  const { instance } = instanceState(
    component,
    prometheus({ shards: 2 }),
    around({
      pods: [pod('prometheus-k8s-0'), pod('prometheus-k8s-1', false), pod('prometheus-k8s-9', false)],
    }),
  );
  assert.deepEqual([instance.wanted, instance.ready], [4, 1]);
  const shards = ['prometheus-k8s-shard-1-0', 'prometheus-k8s-shard-1-1'].map((name) => ({
    pod: name,
    reason: 'StatefulSet prometheus-k8s-shard-1 does not exist',
    maker: { kind: 'Prometheus', name: 'k8s' },
  }));
  assert.deepEqual(instance.troubles, [{ pod: 'prometheus-k8s-1', reason: 'NodeLost' }, ...shards]);
  const missing = instanceState(component, prometheus(), around({ pods: [pod('prometheus-k8s-0')] }));
  const maker = { kind: 'StatefulSet', name: 'prometheus-k8s' };
  assert.deepEqual(missing.instance.troubles, [
    { pod: 'prometheus-k8s-1', reason: 'the pod does not exist', maker },
  ]);
  const sets = ['other', 'prometheus-k8s'].map((name) => ({ metadata: { name, namespace } }));
  const beside = instanceState(component, prometheus(), around({ pods: [pod('prometheus-k8s-0')], sets }));
  assert.deepEqual(beside.instance.troubles, missing.instance.troubles, 'beside another StatefulSet');
});

test("uses the operator's count if pods cannot be read, and reports no pods", () => {
  const object = prometheus({ version: 'v3.4.0' }, { availableReplicas: 1 });
  const { instance, volumes } = instanceState(
    component,
    object,
    around({ pods: undefined, sets: undefined, claims: undefined }),
  );
  assert.deepEqual([instance.wanted, instance.ready, instance.troubles], [2, 1, []]);
  assert.deepEqual([instance.versions, volumes], [['v3.4.0'], []]);
});

test('reads several versions during an upgrade', () => {
  const pods = [pod('prometheus-k8s-0', true, 'prometheus:v3.6.0'), pod('prometheus-k8s-1')];
  assert.deepEqual(instanceState(component, prometheus(), around({ pods })).instance.versions, [
    'v3.6.0',
    'v3.5.0',
  ]);
});

test("reads the operator's message if reconciling failed", () => {
  const complaintOf = (status: string, message?: string) =>
    instanceState(
      component,
      prometheus({}, { conditions: [{ type: 'Reconciled', status, ...(message && { message }) }] }),
      around(),
    ).instance.complaint;
  assert.equal(complaintOf('True', 'all is well'), undefined);
  assert.equal(complaintOf('False', 'no such secret'), 'no such secret');
  assert.equal(complaintOf('False'), 'no reason is given');
});

test('marks claims of removed replicas as orphaned, but not those of an instance scaled to 0', () => {
  const orphanedOf = (object: InstanceObject, given: Partial<InstanceContext> = {}) =>
    instanceState(component, object, around(given)).volumes.map(({ orphaned }) => orphaned);
  assert.deepEqual(orphanedOf(prometheus({ replicas: 1 }), { pods: [] }), [false, true]);
  assert.deepEqual(orphanedOf(prometheus({ replicas: 0 }), { pods: [] }), [false, false]);
  // A pod still mounts it, so it must not look deletable.
  assert.deepEqual(orphanedOf(prometheus({ replicas: 1 })), [false, false]);
  const record = recordObject(
    component,
    { name: 'k8s', namespace },
    {
      goal: 'undo',
      uid: 'uid-1',
      resourceVersion: '1',
      size: '60Gi',
      mode: 'offline',
      original: { replicas: 2, paused: null, size: '50Gi', policy: null, claims: {}, pods: {} },
      retain: true,
      run: 'run-1',
      version: 'v0.0.0',
      started: '2026-01-02T03:00:00Z',
    },
  );
  const stopped = prometheus({ replicas: 0 });
  assert.deepEqual(orphanedOf(stopped, { record }), [false, false]);
  const { instance } = instanceState(component, stopped, around({ record, pods: [] }));
  assert.deepEqual([instance.wanted, instance.ready, instance.troubles], [0, 0, []]);
  assert.deepEqual(instance.resize, {
    goal: 'undo',
    size: '60Gi',
    mode: 'offline',
    started: '2026-01-02T03:00:00Z',
    retain: true,
  });
});

test('counts an unreadable record as an unfinished resize', () => {
  const record = {
    metadata: { name: 'kubectl-monitoring-resize-prometheus-k8s' },
    data: { 'record.json': '{' },
  };
  assert.equal(instanceState(component, prometheus(), around({ record })).instance.resize, 'unreadable');
});

test('an instance without a claim template has no size', () => {
  const { instance } = instanceState(
    component,
    prometheus({ storage: { emptyDir: {} } }),
    around({ claims: [] }),
  );
  assert.equal(instance.size, undefined);
});

test('reads the retentionSize from the pod, not from the resource', () => {
  const running = (name: string, args: unknown): PodObject => ({
    ...pod(name),
    spec: {
      containers: [{ name: 'prometheus', image: 'prometheus:v3', ...(args ? { args } : {}) }],
    } as object,
  });
  const pods = [
    running('prometheus-k8s-0', ['--web.x', '--storage.tsdb.retention.size=30GB']),
    running('prometheus-k8s-1', ['--storage.tsdb.retention.time=10d']),
  ];
  const limits = (given: PodObject[] | undefined) =>
    instanceState(component, prometheus({ retentionSize: '40GB' }), around({ pods: given })).volumes.map(
      ({ retentionSize }) => retentionSize,
    );
  assert.deepEqual(limits(pods), ['30GB', null]);
  assert.deepEqual(limits([running('prometheus-k8s-0', undefined)]), [undefined, undefined]);
  assert.deepEqual(limits(undefined), [undefined, undefined]);
});

test('ignores arguments that are not a list of strings', () => {
  const limit = '--storage.tsdb.retention.size=30GB';
  for (const args of [[[limit]], [limit, 1], [null], { 0: limit }, limit]) {
    const running = {
      ...pod('prometheus-k8s-0'),
      spec: { containers: [{ name: 'prometheus', image: 'prometheus:v3', args }] } as object,
    };
    const { volumes } = instanceState(component, prometheus({}), around({ pods: [running] }));
    assert.equal(volumes[0]?.retentionSize, undefined, JSON.stringify(args));
  }
});

test('does not know the ready pods of an agent without a DaemonSet, unless the operator counts them', () => {
  const stateOf = (status: object) => {
    const agent: InstanceObject = { ...prometheus({}, status), spec: { mode: 'DaemonSet' } };
    const { wanted, ready, troubles } = instanceState(
      COMPONENTS.agent,
      agent,
      around({ daemonSets: [], pods: [] }),
    ).instance;
    return { wanted, ready, troubles: troubles.map(({ reason }) => reason) };
  };
  const troubles = ['DaemonSet prom-agent-k8s does not exist'];
  assert.deepEqual(stateOf({}), { wanted: 0, ready: undefined, troubles });
  assert.deepEqual(stateOf({ availableReplicas: 0 }), { wanted: 0, ready: 0, troubles });
});
