import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OwnerReference } from '../../../lib/kube/api/types.ts';
import { awaitsDeletion, newOwners } from './claim-owners.ts';
import { podOf, setOf } from './fixtures.ts';
import { claimsOf } from './identity.ts';
import { controlledBy, type RetentionPolicy } from './objects.ts';

type Policy = Required<RetentionPolicy>;

const set = setOf();
const pod = podOf(set, 0);
const toSet = controlledBy(set, 'apps/v1', 'StatefulSet');
const toPod = controlledBy(pod, 'v1', 'Pod');
const foreign: OwnerReference = { ...toSet, kind: 'Backup', name: 'other', uid: 'other' };
const former = { ...toSet, uid: 'former' };

const retain: Policy = { whenDeleted: 'Retain', whenScaled: 'Retain' };
const deleted: Policy = { whenDeleted: 'Delete', whenScaled: 'Retain' };
const scaled: Policy = { whenDeleted: 'Retain', whenScaled: 'Delete' };
const both: Policy = { whenDeleted: 'Delete', whenScaled: 'Delete' };

interface Case {
  policy: Policy;
  replicas?: number;
  owners?: OwnerReference[];
  expected: OwnerReference[] | undefined;
}

const cases: Record<string, Case> = {
  'retains a claim without owners': { policy: retain, expected: undefined },
  'takes its own references off': { policy: retain, owners: [toSet], expected: [] },
  'leaves a foreign controller where it retains': { policy: retain, owners: [foreign], expected: undefined },
  'sets the set for whenDeleted': { policy: deleted, expected: [toSet] },
  'is content with the set for whenDeleted': { policy: deleted, owners: [toSet], expected: undefined },
  'sets the set for a condemned pod too': { policy: deleted, replicas: 0, expected: [toSet] },
  'leaves alone what refers to a former set, even where it retains': {
    policy: retain,
    owners: [former],
    expected: undefined,
  },
  'leaves alone what refers to a former set': { policy: deleted, owners: [former], expected: undefined },
  'sets nothing for whenScaled while the pod is wanted': { policy: scaled, expected: undefined },
  'takes a wanted pod off for whenScaled': { policy: scaled, owners: [toPod], expected: [] },
  'sets a condemned pod for whenScaled': { policy: scaled, replicas: 0, expected: [toPod] },
  'sets the set for both while the pod is wanted': { policy: both, expected: [toSet] },
  'changes the set for a condemned pod for both': {
    policy: both,
    replicas: 0,
    owners: [toSet],
    expected: [toPod],
  },
  'adds nothing beside a foreign controller': { policy: deleted, owners: [foreign], expected: undefined },
  'yields to a foreign controller': { policy: deleted, owners: [foreign, toSet], expected: [foreign] },
  'makes itself the controller where it only owns': {
    policy: deleted,
    owners: [{ ...toSet, controller: false }],
    expected: [toSet],
  },
};

for (const [what, { policy, replicas = 2, owners, expected }] of Object.entries(cases)) {
  test(`the retention policy ${what}`, () => {
    const owner = setOf({ spec: { replicas, persistentVolumeClaimRetentionPolicy: policy } });
    const [claim] = claimsOf(owner, 0);
    assert.ok(claim);
    const owned = { ...claim, metadata: { ...claim.metadata, ...(owners && { ownerReferences: owners }) } };
    assert.deepEqual(newOwners(owned, owner, pod), expected);
  });
}

test('a claim of a scaled-down pod waits for its deletion only under whenScaled', () => {
  const [claim] = claimsOf(set, 0);
  assert.ok(claim);
  const left = { ...claim, metadata: { ...claim.metadata, ownerReferences: [{ ...toPod, uid: 'former' }] } };
  const under = (policy: Policy) => setOf({ spec: { persistentVolumeClaimRetentionPolicy: policy } });
  assert.equal(awaitsDeletion(left, under(scaled), pod), true);
  assert.equal(awaitsDeletion(left, under(retain), pod), false);
  assert.equal(awaitsDeletion(claim, under(scaled), pod), false);
});
