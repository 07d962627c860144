import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClaim, storageClass, volume } from './fixtures.ts';
import type { Claim, Volume } from './objects.ts';
import { provision } from './provision.ts';
import { reclaim, reclaimable } from './reclaim.ts';
import { viewOf } from './view.ts';

const withMetadata = (metadata: Partial<Claim['metadata']>): Claim => {
  const claim = newClaim();
  return { ...claim, metadata: { ...claim.metadata, ...metadata } };
};

test('makes a volume for a claim that asks us for one', () => {
  const claim = newClaim();
  const [change, ...more] = provision(viewOf({ claims: [claim], classes: [storageClass()] }));
  assert.deepEqual(more, []);
  assert.deepEqual(change, {
    method: 'POST',
    path: '/api/v1/persistentvolumes',
    of: claim,
    body: {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: {
        name: 'pvc-uid-of-data',
        annotations: { 'pv.kubernetes.io/provisioned-by': 'volumes.test' },
      },
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '10Gi' },
        claimRef: {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          namespace: 'ns',
          name: 'data',
          uid: 'uid-of-data',
        },
        csi: { driver: 'volumes.test', volumeHandle: 'pvc-uid-of-data' },
        persistentVolumeReclaimPolicy: 'Delete',
        storageClassName: 'fast',
        volumeMode: 'Filesystem',
      },
    },
  });
});

const unprovided: [string, Parameters<typeof viewOf>[0]][] = [
  ['that has one', { claims: [newClaim()], classes: [storageClass()], volumes: [volume()] }],
  ['that has no request yet', { claims: [withMetadata({ annotations: {} })], classes: [storageClass()] }],
  [
    'that is being deleted',
    { claims: [withMetadata({ deletionTimestamp: 'now' })], classes: [storageClass()] },
  ],
  [
    'of another provisioner',
    { claims: [newClaim()], classes: [{ ...storageClass(), provisioner: 'other' }] },
  ],
  ['of no class', { claims: [newClaim()] }],
];

for (const [which, objects] of unprovided) {
  test(`makes no volume for a claim ${which}`, () => assert.deepEqual(provision(viewOf(objects)), []));
}

const released = volume('10Gi', { phase: 'Released' });
const attachment = {
  metadata: { name: 'a' },
  spec: { attacher: 'volumes.test', nodeName: 'n', source: { persistentVolumeName: 'pvc-uid-of-data' } },
};

const fates: [string, Parameters<typeof viewOf>[0], Volume[]][] = [
  ['a released volume is deleted', { volumes: [released] }, [released]],
  ['a bound volume stays', { volumes: [volume()] }, []],
  ['an attached volume stays', { volumes: [released], attachments: [attachment] }, []],
  [
    'a retained volume stays',
    { volumes: [{ ...released, spec: { ...released.spec, persistentVolumeReclaimPolicy: 'Retain' } }] },
    [],
  ],
  [
    'a volume that another user made stays',
    { volumes: [{ ...released, metadata: { ...released.metadata, annotations: {} } }] },
    [],
  ],
];

for (const [what, objects, expected] of fates) {
  test(what, () => assert.deepEqual(reclaimable(viewOf(objects)), expected));
}

test('a deleted volume loses its protection and nothing else', () => {
  const path = '/api/v1/persistentvolumes/pvc-uid-of-data';
  assert.deepEqual(reclaim(released), {
    method: 'DELETE',
    path,
    of: released,
    body: { preconditions: { uid: 'uid-of-volume' } },
  });
  const finalizers = ['kubernetes.io/pv-protection', 'example.com/other'];
  const deleted = { ...released, metadata: { ...released.metadata, deletionTimestamp: 'now', finalizers } };
  assert.deepEqual(reclaim(deleted), {
    method: 'PATCH',
    path,
    of: deleted,
    body: { metadata: { finalizers: ['example.com/other'], resourceVersion: '8' } },
  });
});
