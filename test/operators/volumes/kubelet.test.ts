import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundClaim, NODE, NOW, newClaim, pod } from './fixtures.ts';
import { run } from './kubelet.ts';
import { viewOf } from './view.ts';

const PATH = '/api/v1/namespaces/ns/pods/pod';
const claims = [boundClaim()];

/** What the pod's status becomes. */
// biome-ignore lint/suspicious/noExplicitAny: the test looks into a body that it has described
function statusOf(one: ReturnType<typeof pod>): any {
  const [change] = run(viewOf({ pods: [one], claims }), NODE, NOW);
  assert.ok(change && 'status' in change.body);
  return change.body.status;
}

test('a pod on the node runs and is ready', () => {
  const starting = pod('Pending');
  const [change, ...more] = run(viewOf({ pods: [starting], claims }), NODE, NOW);
  assert.deepEqual(more, []);
  assert.deepEqual([change?.method, change?.path], ['PATCH', `${PATH}/status`]);
  const status = statusOf(starting);
  assert.equal(status.phase, 'Running');
  assert.deepEqual(
    status.conditions
      .filter((one: { status: string }) => one.status === 'True')
      .map((one: { type: string }) => one.type),
    ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'],
  );
  const running = { state: { running: { startedAt: NOW } }, ready: true, started: true, restartCount: 0 };
  assert.deepEqual(status.containerStatuses, [{ name: 'main', image: 'image', ...running }]);
  assert.match(status.podIP, /^10\.245\.\d+\.\d+$/);
  assert.deepEqual(status.podIPs, [{ ip: status.podIP }]);
});

test('gates of readiness open, init containers end, sidecars run', () => {
  const starting = pod('Pending');
  starting.spec.readinessGates = [{ conditionType: 'example.com/gate' }];
  starting.spec.initContainers = [{ name: 'init' }, { name: 'sidecar', restartPolicy: 'Always' }];
  const { conditions, initContainerStatuses } = statusOf(starting);
  assert.equal(conditions.at(-1).type, 'example.com/gate');
  assert.deepEqual(
    initContainerStatuses.map(({ state }: { state: object }) => Object.keys(state)[0]),
    ['terminated', 'running'],
  );
});

test('pods have addresses of their own', () => {
  const second = { ...pod('Pending'), metadata: { ...pod().metadata, uid: 'another' } };
  assert.notEqual(statusOf(pod('Pending')).podIP, statusOf(second).podIP);
});

for (const [why, one, there] of [
  ['runs', pod('Running'), claims],
  ['is on no node', pod(), claims],
  ['is on another node', { ...pod(), spec: { ...pod().spec, nodeName: 'node-1' } }, claims],
  ['has a claim that is not Bound', pod('Pending'), [newClaim()]],
  ['has a claim that is not there', pod('Pending'), []],
] as const) {
  test(`a pod is left alone when it ${why}`, () =>
    assert.deepEqual(run(viewOf({ pods: [one], claims: [...there] }), NODE, NOW), []));
}

test('a deleted pod is released, whatever it does', () => {
  for (const phase of ['Pending', 'Running', 'Succeeded']) {
    const deleted = pod(phase);
    deleted.metadata.deletionTimestamp = 'now';
    assert.deepEqual(run(viewOf({ pods: [deleted] }), NODE, NOW), [
      {
        method: 'DELETE',
        path: PATH,
        of: deleted,
        body: { gracePeriodSeconds: 0, preconditions: { uid: 'uid-of-pod' } },
      },
    ]);
  }
});
