import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComponentResource } from './component.ts';
import { componentStatus, saysTheSame } from './component-status.ts';
import { podOf, setOf } from './fixtures.ts';
import { revisionOf } from './identity.ts';
import type { ComponentKind } from './kinds.ts';
import type { Pod, StatefulSet } from './objects.ts';

const prometheus: ComponentResource = {
  metadata: { name: 'k8s', namespace: 'ns', generation: 3 },
  spec: { replicas: 2 },
};
const named = setOf({ metadata: { name: 'prometheus-k8s' } });
const set = setOf({
  metadata: { name: 'prometheus-k8s' },
  status: { updateRevision: revisionOf(named).metadata.name },
});
const going = setOf({
  metadata: { name: 'prometheus-k8s', deletionTimestamp: '2030-01-01T00:00:00Z' },
});
const unready = { status: { phase: 'Pending' } };

interface Case {
  kind?: ComponentKind;
  sets: StatefulSet[];
  pods?: Pod[];
  spec?: ComponentResource['spec'];
  expected: { available: string; reason?: string; replicas: number; availableReplicas: number };
}

const cases: Record<string, Case> = {
  'all pods ready': {
    sets: [set],
    pods: [podOf(set, 0), podOf(set, 1)],
    expected: { available: 'True', replicas: 2, availableReplicas: 2 },
  },
  'one of two ready': {
    sets: [set],
    pods: [podOf(set, 0), podOf(set, 1, unready)],
    expected: { available: 'Degraded', reason: 'SomePodsNotReady', replicas: 2, availableReplicas: 1 },
  },
  'none ready': {
    sets: [set],
    expected: { available: 'False', reason: 'NoPodReady', replicas: 0, availableReplicas: 0 },
  },
  'none wanted': {
    sets: [set],
    spec: { replicas: 0 },
    expected: { available: 'True', replicas: 0, availableReplicas: 0 },
  },
  'no set': {
    sets: [],
    expected: { available: 'False', reason: 'StatefulSetNotFound', replicas: 0, availableReplicas: 0 },
  },
  'a set that goes': { sets: [going], expected: { available: 'True', replicas: 0, availableReplicas: 0 } },
};

for (const [what, { sets, pods = [], spec = prometheus.spec, expected }] of Object.entries(cases)) {
  test(`the status of a Prometheus with ${what}`, () => {
    const resource = { ...prometheus, spec };
    const findings = { all: sets, pods, outcome: undefined, now: 'now' };
    const status = componentStatus('Prometheus', resource, findings);
    const { reason, available, ...counts } = expected;
    assert.deepEqual(status?.conditions, [
      {
        type: 'Available',
        status: available,
        ...(reason && { reason }),
        lastTransitionTime: 'now',
        observedGeneration: 3,
      },
      { type: 'Reconciled', status: 'True', lastTransitionTime: 'now', observedGeneration: 3 },
    ]);
    const { replicas, availableReplicas } = status;
    assert.deepEqual({ replicas, availableReplicas }, counts);
  });
}

test('an Alertmanager keeps its status while its set goes', () => {
  const all = [setOf({ metadata: { name: 'alertmanager-k8s', deletionTimestamp: '2030-01-01T00:00:00Z' } })];
  const findings = { all, pods: [], outcome: undefined, now: 'now' };
  assert.equal(componentStatus('Alertmanager', prometheus, findings), undefined);
});

test('reports what prevented a reconcile', () => {
  const outcome = { reason: 'ReconciliationFailed', message: 'storage class "x" does not exist' };
  const status = componentStatus('Prometheus', prometheus, { all: [], pods: [], outcome, now: 'now' });
  assert.ok(status);
  const [, reconciled] = status.conditions as object[];
  assert.deepEqual(reconciled, {
    type: 'Reconciled',
    status: 'False',
    ...outcome,
    lastTransitionTime: 'now',
    observedGeneration: 3,
  });
});

test('statuses say the same when only their times differ', () => {
  const at = (lastTransitionTime: string, status = 'True') => ({
    conditions: [{ type: 'Available', status, lastTransitionTime }],
  });
  assert.equal(saysTheSame(at('now'), at('then')), true);
  assert.equal(saysTheSame(at('now'), at('now', 'False')), false);
  assert.equal(saysTheSame(undefined, at('now')), false);
});
