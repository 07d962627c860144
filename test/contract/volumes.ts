import assert from 'node:assert/strict';
import { asTable, type Case, get, patch, post, refused, remove, succeeded } from './exchange.ts';
import { CLASSES, storageClass } from './storage.ts';

const VOLUMES = '/api/v1/persistentvolumes';
const ATTACHMENTS = '/apis/storage.k8s.io/v1/volumeattachments';

const volume = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    capacity: { storage: '1024Mi' },
    accessModes: ['ReadWriteOnce'],
    csi: { driver: 'volumes.test', volumeHandle: 'h' },
    storageClassName: 'some',
    claimRef: { namespace: 'elsewhere', name: 'a' },
    ...spec,
  },
});

const attachment = (name: string, spec: object = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttachment',
  metadata: { name },
  spec: { attacher: 'volumes.test', nodeName: 'somewhere', source: { persistentVolumeName: 'v' }, ...spec },
  status: { attached: true },
});

const fixed = (value: unknown) => ({
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${JSON.stringify(value)}: field is immutable`,
});

export const volumeCases: Case[] = [
  {
    name: 'a volume is made pending, retained and protected; a new phase gets its time',
    async run({ admin }, namespace) {
      const { metadata, spec, status } = succeeded(await post(admin, VOLUMES, volume(namespace)), 201);
      assert.deepEqual(metadata.finalizers, ['kubernetes.io/pv-protection']);
      const { capacity, persistentVolumeReclaimPolicy, volumeMode } = spec;
      assert.deepEqual(
        { capacity, persistentVolumeReclaimPolicy, volumeMode },
        { capacity: { storage: '1Gi' }, persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
      );
      assert.equal(status.phase, 'Pending');
      assert.match(status.lastPhaseTransitionTime, /^\d{4}-.*Z$/);
      const path = `${VOLUMES}/${namespace}`;
      const bound = { status: { phase: 'Bound', lastPhaseTransitionTime: null } };
      const changed = succeeded(await patch(admin, `${path}/status`, bound));
      assert.match(changed.status.lastPhaseTransitionTime, /^\d{4}-.*Z$/);
      const { rows } = succeeded(await get(admin, path, asTable));
      const cells = [namespace, '1Gi', 'RWO', 'Retain', 'Bound', 'elsewhere/a', 'some', '<unset>', ''];
      assert.deepEqual(rows[0].cells.slice(0, 9), cells);
    },
  },
  {
    name: 'the capacity of a volume may grow; its other fields are immutable',
    async run({ admin }, namespace) {
      succeeded(await post(admin, VOLUMES, volume(namespace)), 201);
      const change = (spec: object) => patch(admin, `${VOLUMES}/${namespace}`, { spec });
      const { spec } = succeeded(await change({ capacity: { storage: '2048Mi' } }));
      assert.equal(spec.capacity.storage, '2Gi');
      const { details } = succeeded(await change({ csi: { volumeHandle: 'i' } }), 422);
      const [{ reason, field, message }] = details.causes;
      assert.deepEqual([reason, field], ['FieldValueForbidden', 'spec.persistentvolumesource']);
      assert.match(message, /^Forbidden: spec\.persistentvolumesource is immutable after creation/);
    },
  },
  {
    name: '422 with causes: an empty volume',
    async run({ admin }, namespace) {
      const spec = { capacity: {}, accessModes: [], csi: null, persistentVolumeReclaimPolicy: 'X' };
      const { details } = succeeded(await post(admin, VOLUMES, volume(namespace, spec)), 422);
      assert.deepEqual(
        details.causes.map(
          ({ field, message }: { field: string; message: string }) => `${field}: ${message}`,
        ),
        [
          'spec.accessModes: Required value',
          'spec.capacity: Required value',
          'spec.capacity: Unsupported value: {}: supported values: "storage"',
          'spec.persistentVolumeReclaimPolicy: Unsupported value: "X": supported values: "Delete", "Recycle", "Retain"',
          'spec: Required value: must specify a volume type',
        ],
      );
    },
  },
  {
    name: 'a class deletes volumes and binds at once unless it says otherwise; only its expansion can be changed',
    async run({ admin }, namespace) {
      const { reclaimPolicy, volumeBindingMode, metadata } = succeeded(
        await post(admin, CLASSES, storageClass(namespace)),
        201,
      );
      assert.deepEqual(
        [reclaimPolicy, volumeBindingMode, metadata.generation],
        ['Delete', 'Immediate', undefined],
      );
      const path = `${CLASSES}/${namespace}`;
      const changed = succeeded(await patch(admin, path, { allowVolumeExpansion: true }));
      assert.equal(changed.allowVolumeExpansion, true);
      const other = { provisioner: 'x', parameters: { a: 'b' }, reclaimPolicy: 'Retain' };
      const { details } = succeeded(await patch(admin, path, other), 422);
      assert.deepEqual(details.causes, [
        { ...fixed(other.parameters), field: 'parameters' },
        { ...fixed('x'), field: 'provisioner' },
        { ...fixed('Retain'), field: 'reclaimPolicy' },
      ]);
      const gone = succeeded(await remove(admin, path));
      assert.deepEqual([gone.kind, gone.metadata.name], ['StorageClass', namespace]);
    },
  },
  {
    name: 'an attachment is made unattached, its status says when it is, and its spec stays',
    async run({ admin }, namespace) {
      const made = succeeded(await post(admin, ATTACHMENTS, attachment(namespace)), 201);
      assert.deepEqual(made.status, { attached: false });
      const path = `${ATTACHMENTS}/${namespace}`;
      const change = { metadata: { labels: { tier: 'x' } }, status: { attached: true } };
      const { status, metadata } = succeeded(await patch(admin, `${path}/status`, change));
      assert.deepEqual([status, metadata.labels], [{ attached: true }, undefined]);
      const { details } = succeeded(await patch(admin, path, { spec: { nodeName: 'other' } }), 422);
      const [{ reason, field }] = details.causes;
      assert.deepEqual([reason, field], ['FieldValueInvalid', 'spec']);
      const { rows } = succeeded(await get(admin, path, asTable));
      assert.deepEqual(rows[0].cells.slice(0, 5), [namespace, 'volumes.test', 'v', 'somewhere', true]);
      const { uid } = made.metadata;
      refused(await remove(admin, path, { preconditions: { uid: 'other' } }), {
        code: 409,
        reason: 'Conflict',
        message: `Operation cannot be fulfilled on VolumeAttachment.storage.k8s.io "${namespace}": the UID in the precondition (other) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
        details: { name: namespace, group: 'storage.k8s.io', kind: 'VolumeAttachment' },
      });
      assert.equal(succeeded(await remove(admin, path)).metadata.uid, uid);
    },
  },
];
