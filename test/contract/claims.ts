import assert from 'node:assert/strict';
import {
  asTable,
  type Case,
  eventually,
  get,
  patch,
  post,
  put,
  refused,
  remove,
  succeeded,
} from './exchange.ts';
import {
  CLASSES,
  claim,
  claims,
  makeBound,
  makeClass,
  readClaim,
  sized,
  storageClass,
  untilGrows,
} from './storage.ts';

const SIZE = 'spec.resources.requests.storage';
const FIXED =
  'Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

/** A 422 for claim `a` with one cause; its message may go on with what differs. */
function invalid(answer: Parameters<typeof refused>[0], field: string, said: string): void {
  const { reason, message, details } = succeeded(answer, 422);
  assert.equal(reason, 'Invalid');
  assert.ok(message.startsWith(`PersistentVolumeClaim "a" is invalid: ${field}: ${said}`), message);
  const [cause, ...others] = details.causes;
  assert.deepEqual([cause.reason, cause.field, others], ['FieldValueForbidden', field, []]);
}

const quantities: [sent: unknown, stored: string][] = [
  ['102400Mi', '100Gi'],
  ['1.5Gi', '1536Mi'],
  ['1025Ki', '1025Ki'],
  ['1073741824', '1073741824'],
  ['1000M', '1G'],
  ['0.5', '500m'],
  ['12e6', '12e6'],
  ['0.1Ki', '102400m'],
  [5, '5'],
];

export const claimCases: Case[] = [
  {
    name: 'a claim is created pending and protected, with its volume mode',
    async run({ admin }, namespace) {
      const sent = { ...claim(namespace, 'a'), status: { phase: 'Bound' } };
      const { metadata, spec, status } = succeeded(await post(admin, claims(namespace), sent), 201);
      assert.deepEqual(metadata.finalizers, ['kubernetes.io/pvc-protection']);
      assert.equal(metadata.generation, undefined);
      assert.deepEqual([spec, status], [{ ...sent.spec, volumeMode: 'Filesystem' }, { phase: 'Pending' }]);
    },
  },
  {
    name: 'quantities are stored with the largest suffix that leaves an integer',
    async run({ admin }, namespace) {
      for (const [sent, stored] of quantities) {
        const body = claim(namespace, 'a', sized(sent));
        const { spec } = succeeded(await post(admin, `${claims(namespace)}?dryRun=All`, body), 201);
        assert.equal(spec.resources.requests.storage, stored, String(sent));
      }
    },
  },
  {
    name: 'an invalid quantity is 400 in a POST and 422 in a patch',
    async run(server, namespace) {
      const regexp =
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
      const opening = 'PersistentVolumeClaim in version "v1" cannot be handled as a PersistentVolumeClaim: ';
      const sent = (size: string) =>
        post(server.admin, claims(namespace), claim(namespace, 'a', sized(size)));
      const badRequest = { code: 400, reason: 'BadRequest' };
      refused(await sent('much'), { ...badRequest, message: opening + regexp });
      refused(await sent('1K'), { ...badRequest, message: `${opening}unable to parse quantity's suffix` });
      await makeBound(server, namespace);
      const patched = await patch(server.admin, claims(namespace, 'a'), { spec: sized('much') });
      const { message, details } = succeeded(patched, 422);
      assert.ok(
        message.startsWith(' "" is invalid: patch: Invalid value: ') && message.endsWith(regexp),
        message,
      );
      assert.deepEqual(details.causes[0].field, 'patch');
    },
  },
  {
    name: '422 with causes: a claim without size and access modes, one of nothing',
    async run({ admin }, namespace) {
      const causes = async (spec: object) =>
        succeeded(await post(admin, claims(namespace), claim(namespace, 'a', spec)), 422).details.causes;
      assert.deepEqual(await causes({ accessModes: [], resources: {}, volumeMode: 'Z' }), [
        {
          reason: 'FieldValueRequired',
          message: 'Required value: at least 1 access mode is required',
          field: 'spec.accessModes',
        },
        { reason: 'FieldValueRequired', message: 'Required value', field: 'spec.resources[storage]' },
        {
          reason: 'FieldValueNotSupported',
          message: 'Unsupported value: "Z": supported values: "Block", "Filesystem"',
          field: 'spec.volumeMode',
        },
      ]);
      assert.deepEqual(await causes(sized('0')), [
        {
          reason: 'FieldValueInvalid',
          message: 'Invalid value: "0": must be greater than zero',
          field: 'spec.resources[storage]',
        },
      ]);
    },
  },
  {
    name: 'a bound claim grows where its class lets it, and shrinks no further than to more than it has',
    async run(server, namespace) {
      await makeClass(server, namespace);
      await makeBound(server, namespace);
      await untilGrows(server, namespace, '3Gi');
      const resize = (storage: string) =>
        patch(server.admin, claims(namespace, 'a'), { spec: sized(storage) });
      assert.equal(succeeded(await resize('3072Mi')).spec.resources.requests.storage, '3Gi');
      const { metadata } = succeeded(await resize('2Gi'));
      for (const storage of ['1Gi', '500Mi'])
        invalid(await resize(storage), SIZE, 'Forbidden: field can not be less than status.capacity');
      const after = await readClaim(server, namespace);
      assert.deepEqual([after.spec.resources.requests.storage, after.metadata], ['2Gi', metadata]);
    },
  },
  {
    name: 'a claim whose class forbids expansion, or without a class: 403',
    async run(server, namespace) {
      const said = (message: string) => ({
        code: 403,
        reason: 'Forbidden',
        message: `persistentvolumeclaims "a" is forbidden: ${message}`,
        details: { name: 'a', kind: 'persistentvolumeclaims' },
      });
      const why =
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
      await makeBound(server, namespace);
      const grow = () => patch(server.admin, claims(namespace, 'a'), { spec: sized('2Gi') });
      refused(await grow(), said(why));
      await makeClass(server, namespace, false);
      refused(await grow(), said(why));
      const path = `${claims(namespace, 'a')}?dryRun=All`;
      refused(await patch(server.admin, path, { spec: sized('2Gi') }), said(why));
    },
  },
  {
    name: 'nothing else of a claim changes: not its class, its volume, its modes, nor the size of one that is not bound',
    async run(server, namespace) {
      const { admin } = server;
      const made = succeeded(await post(admin, claims(namespace), claim(namespace, 'a')), 201);
      const change = (spec: object) => patch(admin, claims(namespace, 'a'), { spec });
      invalid(await change(sized('2Gi')), 'spec', FIXED);
      invalid(await change({ storageClassName: 'other' }), 'spec', FIXED);
      invalid(await change({ accessModes: ['ReadWriteMany'] }), 'spec', FIXED);
      succeeded(await change({ volumeName: 'first' }));
      invalid(await change({ volumeName: 'second' }), 'spec', FIXED);
      const same = {
        ...made,
        metadata: { name: 'a' },
        spec: { ...made.spec, ...sized('1024Mi'), volumeName: 'first' },
      };
      assert.equal(succeeded(await put(admin, claims(namespace, 'a'), same)).spec.volumeName, 'first');
    },
  },
  {
    name: 'the status: conditions with their times, what is allocated, and which state a resize is in',
    async run(server, namespace) {
      await makeBound(server, namespace);
      const change = (status: object) => patch(server.admin, claims(namespace, 'a', 'status'), { status });
      const { status } = succeeded(
        await change({
          capacity: { storage: '2048Mi' },
          allocatedResources: { storage: '3072Mi' },
          allocatedResourceStatuses: { storage: 'ControllerResizeInProgress' },
          conditions: [{ type: 'Resizing', status: 'True' }],
        }),
      );
      const times = { lastProbeTime: null, lastTransitionTime: null };
      assert.deepEqual(status, {
        phase: 'Bound',
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '2Gi' },
        allocatedResources: { storage: '3Gi' },
        allocatedResourceStatuses: { storage: 'ControllerResizeInProgress' },
        conditions: [{ type: 'Resizing', status: 'True', ...times }],
      });
      const { details } = succeeded(await change({ allocatedResourceStatuses: { storage: 'X' } }), 422);
      const [{ reason, field }] = details.causes;
      assert.deepEqual([reason, field], ['FieldValueNotSupported', 'status.allocatedResourceStatuses']);
    },
  },
  {
    name: 'DELETE returns the claim, which stays until its protection is removed',
    async run(server, namespace) {
      const { metadata } = await makeBound(server, namespace);
      const held = succeeded(await remove(server.admin, claims(namespace, 'a')));
      assert.deepEqual([held.kind, held.metadata.uid], ['PersistentVolumeClaim', metadata.uid]);
      assert.ok(held.metadata.deletionTimestamp);
      const { rows } = succeeded(await get(server.admin, claims(namespace), asTable));
      const cells = ['a', 'Terminating', `${namespace}-a`, '1Gi', 'RWO', namespace, '<unset>'];
      assert.deepEqual(rows[0].cells.slice(0, 7), cells);
      succeeded(await patch(server.admin, claims(namespace, 'a'), { metadata: { finalizers: null } }));
      assert.equal((await get(server.admin, claims(namespace, 'a'))).status, 404);
    },
  },
  {
    name: 'a claim that names no class gets the default one; one that names the empty class gets none',
    async run({ admin }, namespace) {
      const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
      const made = storageClass(namespace, { metadata: { name: namespace, annotations } });
      succeeded(await post(admin, CLASSES, made), 201);
      try {
        const dryRun = `${claims(namespace)}?dryRun=All`;
        await eventually(
          () => post(admin, dryRun, claim(namespace, 'a', { storageClassName: undefined })),
          ({ json }) => json.spec?.storageClassName === namespace,
        );
        const empty = claim(namespace, 'a', { storageClassName: '' });
        assert.equal(succeeded(await post(admin, dryRun, empty), 201).spec.storageClassName, '');
        const { rows } = succeeded(await get(admin, `${CLASSES}/${namespace}`, asTable));
        const cells = [`${namespace} (default)`, 'volumes.test', 'Delete', 'Immediate', false];
        assert.deepEqual(rows[0].cells.slice(0, 5), cells);
      } finally {
        succeeded(await remove(admin, `${CLASSES}/${namespace}`));
      }
    },
  },
];
