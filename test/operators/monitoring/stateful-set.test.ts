import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOfPods, podOf, setOf } from './fixtures.ts';
import { REVISION_LABEL } from './identity.ts';
import type { Pod, StatefulSet } from './objects.ts';
import { type Action, nextActions } from './stateful-set.ts';

const going = { metadata: { deletionTimestamp: '2030-01-01T00:00:00Z' } };
const pending = { status: { phase: 'Pending', conditions: null } };
const ended = { status: { phase: 'Failed' } };
const older = { metadata: { labels: { [REVISION_LABEL]: 'db-older' } } };
const ordered = { spec: { podManagementPolicy: 'OrderedReady' } };
const whenScaled = { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Delete' } };

interface Case {
  set?: object;
  /** What makes each pod that is there other than Running and Ready, by ordinal. */
  pods?: Record<number, object>;
  /** How many pods have their claims; as many as there are pods when absent. */
  claims?: number;
  expected: string[];
}

const cases: Record<string, Case> = {
  'makes claims before pods, all at once where the set is parallel': {
    expected: ['create-claim data-db-0', 'create-pod db-0', 'create-claim data-db-1', 'create-pod db-1'],
  },
  'makes one pod at a time where it is ordered': {
    set: ordered,
    expected: ['create-claim data-db-0', 'create-pod db-0'],
  },
  'waits for the pod before where it is ordered': { set: ordered, pods: { 0: pending }, expected: [] },
  'takes the claims that are there': { claims: 2, expected: ['create-pod db-0', 'create-pod db-1'] },
  'makes a claim that a pending pod lost': {
    pods: { 0: {}, 1: pending },
    claims: 1,
    expected: ['create-claim data-db-1'],
  },
  'is done when all pods are ready': { pods: { 0: {}, 1: {} }, expected: [] },
  'replaces a pod that has ended': { pods: { 0: ended, 1: {} }, expected: ['delete-pod db-0'] },
  'scales down from the highest pod on': {
    set: { spec: { replicas: 0 } },
    pods: { 0: {}, 1: {} },
    expected: ['delete-pod db-1', 'delete-pod db-0'],
  },
  'scales down one by one where it is ordered': {
    set: { spec: { ...ordered.spec, replicas: 0 } },
    pods: { 0: {}, 1: {} },
    expected: ['delete-pod db-1'],
  },
  'waits for a pod that goes where it is ordered': {
    set: { spec: { ...ordered.spec, replicas: 0 } },
    pods: { 0: {}, 1: going },
    expected: [],
  },
  'gives claims to condemned pods before these go': {
    set: { spec: { ...whenScaled, replicas: 1 } },
    pods: { 0: {}, 1: {} },
    expected: ['own-claim data-db-1 → Pod db-1', 'delete-pod db-1'],
  },
  'sets the owner of claims of wanted pods': {
    set: { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' } } },
    pods: { 0: {}, 1: {} },
    expected: ['own-claim data-db-0 → StatefulSet db', 'own-claim data-db-1 → StatefulSet db'],
  },
  'leaves claims of no pod alone': {
    set: {
      spec: {
        replicas: 0,
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' },
      },
    },
    claims: 2,
    expected: [],
  },
  'updates the highest pod of another revision': {
    pods: { 0: older, 1: older },
    expected: ['delete-pod db-1'],
  },
  'updates the next when that one is up again': { pods: { 0: older, 1: {} }, expected: ['delete-pod db-0'] },
  'updates nothing while that one is not': { pods: { 0: older, 1: pending }, expected: [] },
  'does nothing while the set is being deleted': { set: going, pods: { 0: ended }, expected: [] },
};

for (const [what, { set: patch, pods = {}, claims, expected }] of Object.entries(cases)) {
  test(`a StatefulSet ${what}`, () => {
    const set = setOf(patch);
    const members = Object.entries(pods).map(([ordinal, change]) => podOf(set, Number(ordinal), change));
    const count = claims ?? members.length;
    const actions = nextActions(set, { pods: members, claims: claimsOfPods(set, count) });
    assert.deepEqual(actions.map(told), expected);
  });
}

test('a pod whose claim is still to be deleted is not made yet', () => {
  const set = setOf({ spec: { ...whenScaled, replicas: 1 } });
  const former = { apiVersion: 'v1', kind: 'Pod', name: 'db-0', uid: 'former', controller: true };
  const claims = claimsOfPods(set, 1, { metadata: { ownerReferences: [former] } });
  assert.deepEqual(nextActions(set, { pods: [], claims }), []);
});

test('a pod carries the set as its controller, its place, its revision and its claim', () => {
  const set: StatefulSet = setOf();
  const [, action] = nextActions(set, { pods: [], claims: new Map() });
  assert.ok(action?.verb === 'create-pod');
  const { metadata, spec }: Pod = action.pod;
  assert.deepEqual(
    metadata.ownerReferences?.map(({ kind, uid, controller }) => ({ kind, uid, controller })),
    [{ kind: 'StatefulSet', uid: 'set', controller: true }],
  );
  assert.equal(metadata.labels?.['apps.kubernetes.io/pod-index'], '0');
  assert.match(metadata.labels?.[REVISION_LABEL] ?? '', /^db-[0-9a-f]{10}$/);
  assert.deepEqual(spec.volumes, [{ name: 'data', persistentVolumeClaim: { claimName: 'data-db-0' } }]);
});

function told(action: Action): string {
  switch (action.verb) {
    case 'create-claim':
      return `create-claim ${action.claim.metadata.name}`;
    case 'own-claim':
      return `own-claim ${action.claim.metadata.name} → ${action.owners.map(({ kind, name }) => `${kind} ${name}`)}`;
    default:
      return `${action.verb} ${action.pod.metadata.name}`;
  }
}
