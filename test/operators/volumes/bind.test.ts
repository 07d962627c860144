import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../support/http.ts';
import { bindClaim, phaseOfVolume } from './bind.ts';
import type { Change } from './change.ts';
import { boundClaim, newClaim, storageClass, volume } from './fixtures.ts';
import type { Claim } from './objects.ts';
import { viewOf } from './view.ts';

const CLAIM = '/api/v1/namespaces/ns/persistentvolumeclaims/data';
const VOLUME = '/api/v1/persistentvolumes/pvc-uid-of-data';

const classes = [storageClass()];
const volumes = [volume()];

const bodies = (changes: Change[]) => changes.map(({ path, body }) => [path, body]);
const answer = (status: number, json: unknown = {}): Answer => ({ status, json, text: '', headers: {} });

/** Which of the answers the one change takes as a confirmation. */
function confirms(changes: Change[], answers: Answer[]): boolean[] {
  const [{ confirm } = { confirm: undefined }] = changes;
  assert.ok(confirm);
  return answers.map((one) => confirm.by(one));
}

test('a new claim has its provisioner asked for a volume', () => {
  const claim = newClaim();
  claim.metadata.annotations = {};
  assert.deepEqual(bodies(bindClaim(claim, viewOf({ classes }))), [
    [
      CLAIM,
      {
        metadata: {
          annotations: {
            'volume.kubernetes.io/storage-provisioner': 'volumes.test',
            'volume.beta.kubernetes.io/storage-provisioner': 'volumes.test',
          },
          resourceVersion: '7',
        },
      },
    ],
  ]);
  assert.deepEqual(bindClaim(claim, viewOf()), [], 'no provisioner is asked without a class');
  assert.deepEqual(bindClaim(newClaim(), viewOf({ classes })), [], 'it is asked once');
});

test('a claim gets the volume that is made for it, and is Bound then', () => {
  assert.deepEqual(bodies(bindClaim(newClaim(), viewOf({ classes, volumes }))), [
    [
      CLAIM,
      {
        metadata: {
          annotations: {
            'pv.kubernetes.io/bind-completed': 'yes',
            'pv.kubernetes.io/bound-by-controller': 'yes',
          },
          resourceVersion: '7',
        },
        spec: { volumeName: 'pvc-uid-of-data' },
      },
    ],
  ]);
  assert.deepEqual(bodies(bindClaim(boundClaim('10Gi', { phase: 'Pending' }), viewOf({ volumes }))), [
    [
      `${CLAIM}/status`,
      {
        status: { phase: 'Bound', capacity: { storage: '10Gi' }, accessModes: ['ReadWriteOnce'] },
        metadata: { resourceVersion: '7' },
      },
    ],
  ]);
});

test('a bound claim keeps its capacity, whatever becomes of its volume', () => {
  assert.deepEqual(bindClaim(boundClaim('20Gi'), viewOf({ volumes: [volume('20Gi')] })), []);
});

test('a volume that is kept for a claim by name learns its uid', () => {
  const kept = volume();
  kept.spec.claimRef = { namespace: 'ns', name: 'data' };
  assert.deepEqual(bodies(bindClaim(newClaim(), viewOf({ classes, volumes: [kept] }))), [
    [VOLUME, { spec: { claimRef: { uid: 'uid-of-data' } }, metadata: { resourceVersion: '8' } }],
  ]);
});

test('a claim does not get the volume of an earlier one of its name', () => {
  const earlier = volume();
  earlier.spec.claimRef = { namespace: 'ns', name: 'data', uid: 'another' };
  assert.deepEqual(bindClaim(newClaim(), viewOf({ classes, volumes: [earlier] })), []);
});

test('a claim is Lost when the server has no such volume, or gave it to another', () => {
  const changes = bindClaim(boundClaim(), viewOf());
  assert.deepEqual(bodies(changes), [
    [
      `${CLAIM}/status`,
      { status: { phase: 'Lost', capacity: null, accessModes: null }, metadata: { resourceVersion: '7' } },
    ],
  ]);
  const others = volume();
  others.spec.claimRef = { namespace: 'ns', name: 'other' };
  assert.deepEqual(
    confirms(changes, [answer(404), answer(200, others), answer(200, volume()), answer(503)]),
    [true, true, false, false],
  );
  assert.deepEqual(bindClaim(boundClaim('10Gi', { phase: 'Lost' }), viewOf()), []);
});

const phases: [string, Claim[], Parameters<typeof volume>[1], string | undefined][] = [
  ['Bound when its claim names it', [boundClaim()], { phase: 'Pending' }, 'Bound'],
  ['left alone when it is Bound', [boundClaim()], { phase: 'Bound' }, undefined],
  ['left alone until its claim names it', [newClaim()], { phase: 'Pending' }, undefined],
  ['Released when its claim is gone', [], { phase: 'Bound' }, 'Released'],
  ['Released once', [], { phase: 'Released' }, undefined],
];

for (const [what, claims, status, phase] of phases) {
  test(`a volume is ${what}`, () => {
    const changes = phaseOfVolume(volume('10Gi', status), viewOf({ claims }));
    const expected = { status: { phase }, metadata: { resourceVersion: '8' } };
    assert.deepEqual(bodies(changes), phase ? [[`${VOLUME}/status`, expected]] : []);
  });
}

test('a volume is Released only when the server has no such claim, or a later one', () => {
  const changes = phaseOfVolume(volume(), viewOf());
  const later = { metadata: { uid: 'another' } };
  assert.deepEqual(
    confirms(changes, [answer(404), answer(200, later), answer(200, boundClaim()), answer(503)]),
    [true, true, false, false],
  );
});

test('a volume that is not reserved for a claim is Available', () => {
  const free = volume('10Gi', { phase: 'Pending' });
  free.spec.claimRef = undefined;
  assert.deepEqual(bodies(phaseOfVolume(free, viewOf())), [
    [`${VOLUME}/status`, { status: { phase: 'Available' }, metadata: { resourceVersion: '8' } }],
  ]);
});
