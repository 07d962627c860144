import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundClaim, NODE, newClaim, pod } from './fixtures.ts';
import type { Pod } from './objects.ts';
import { schedule } from './scheduler.ts';
import { viewOf } from './view.ts';

const claims = [boundClaim()];

test('a pod whose claims are Bound gets the node', () => {
  for (const waiting of [pod(), pod(undefined, [])]) {
    assert.deepEqual(schedule(viewOf({ pods: [waiting], claims }), NODE), [
      {
        method: 'POST',
        path: '/api/v1/namespaces/ns/pods/pod/binding',
        of: waiting,
        body: {
          apiVersion: 'v1',
          kind: 'Binding',
          metadata: { name: 'pod', uid: 'uid-of-pod' },
          target: { apiVersion: 'v1', kind: 'Node', name: NODE },
        },
      },
    ]);
  }
});

const deletedClaim = boundClaim();
deletedClaim.metadata.deletionTimestamp = 'now';

const withSpec = (spec: Partial<Pod['spec']>): Pod => ({ ...pod(), spec: { ...pod().spec, ...spec } });

const waiting: [string, Pod, typeof claims][] = [
  ['is on a node', pod('Running'), claims],
  ['has a claim that is not Bound', pod(), [newClaim()]],
  ['has a claim that is being deleted', pod(), [deletedClaim]],
  ['has a claim that is not there', pod(undefined, ['data', 'other']), claims],
  ['is held back by a gate', withSpec({ schedulingGates: [{ name: 'example.com/gate' }] }), claims],
  ['is being deleted', { ...pod(), metadata: { ...pod().metadata, deletionTimestamp: 'now' } }, claims],
  ['has ended', { ...pod(), status: { phase: 'Failed' } }, claims],
];

for (const [why, one, there] of waiting) {
  test(`a pod gets no node when it ${why}`, () =>
    assert.deepEqual(schedule(viewOf({ pods: [one], claims: there }), NODE), []));
}
