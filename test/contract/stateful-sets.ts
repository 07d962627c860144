import assert from 'node:assert/strict';
import type { TestServer } from '../support/server.ts';
import { asTable, type Case, get, type Json, patch, post, refused, remove, succeeded } from './exchange.ts';
import { sized } from './storage.ts';

const sets = (namespace: string, name?: string, subresource?: string): string =>
  [`/apis/apps/v1/namespaces/${namespace}/statefulsets`, name, subresource].filter(Boolean).join('/');

const template = (size: string) => ({
  metadata: { name: 'db' },
  spec: { accessModes: ['ReadWriteOnce'], ...sized(size) },
});

const statefulSet = (name: string, spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    serviceName: 's',
    template: {
      metadata: { labels: { app: 'a' } },
      spec: { containers: [{ name: 'main', image: 'busybox:1' }] },
    },
    volumeClaimTemplates: [template('1024Mi')],
    ...spec,
  },
});

const make = async ({ admin }: TestServer, namespace: string, spec?: object): Promise<Json> =>
  succeeded(await post(admin, sets(namespace), statefulSet('a', spec)), 201);

const invalid = (causes: { reason: string; message: string; field: string }[]) => ({
  code: 422,
  reason: 'Invalid',
  message: `StatefulSet.apps "a" is invalid: ${causes.map(({ field, message }) => `${field}: ${message}`).join(', ')}`,
  details: { name: 'a', group: 'apps', kind: 'StatefulSet', causes },
});

const FIXED = invalid([
  {
    reason: 'FieldValueForbidden',
    message:
      "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    field: 'spec',
  },
]);

export const statefulSetCases: Case[] = [
  {
    name: 'a StatefulSet is made with its defaults, those of its pods and those of its claims',
    async run(server, namespace) {
      const { spec, status, metadata } = await make(server, namespace);
      assert.deepEqual([metadata.generation, status], [1, { replicas: 0, availableReplicas: 0 }]);
      const { selector: _, template: pods, ...rest } = spec;
      assert.deepEqual(rest, {
        replicas: 1,
        serviceName: 's',
        podManagementPolicy: 'OrderedReady',
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
        revisionHistoryLimit: 10,
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
        volumeClaimTemplates: [
          {
            kind: 'PersistentVolumeClaim',
            apiVersion: 'v1',
            metadata: { name: 'db' },
            spec: { ...template('1Gi').spec, volumeMode: 'Filesystem' },
            status: { phase: 'Pending' },
          },
        ],
      });
      assert.deepEqual(pods.spec, {
        containers: [
          {
            name: 'main',
            image: 'busybox:1',
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
            imagePullPolicy: 'IfNotPresent',
          },
        ],
        restartPolicy: 'Always',
        terminationGracePeriodSeconds: 30,
        dnsPolicy: 'ClusterFirst',
        securityContext: {},
        schedulerName: 'default-scheduler',
      });
    },
  },
  {
    name: 'a change of the claim templates is 422; the same size in another notation is no change',
    async run(server, namespace) {
      const { metadata } = await make(server, namespace);
      const change = (spec: object) => patch(server.admin, sets(namespace, 'a'), { spec });
      refused(await change({ volumeClaimTemplates: [template('2Gi')] }), FIXED);
      refused(await change({ serviceName: 'other' }), FIXED);
      const same = succeeded(await change({ volumeClaimTemplates: [template('1Gi')] }));
      assert.equal(same.metadata.resourceVersion, metadata.resourceVersion);
    },
  },
  {
    name: 'replicas and retention may change, and count a generation; the status is written apart and counts none',
    async run(server, namespace) {
      await make(server, namespace);
      const path = sets(namespace, 'a');
      const body = {
        spec: { replicas: 3, persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } },
        status: { replicas: 7 },
      };
      const { spec, status, metadata } = succeeded(await patch(server.admin, path, body));
      assert.deepEqual(spec.persistentVolumeClaimRetentionPolicy, {
        whenDeleted: 'Delete',
        whenScaled: 'Retain',
      });
      assert.deepEqual([spec.replicas, status.replicas, metadata.generation], [3, 0, 2]);
      const seen = { observedGeneration: 2, replicas: 2, readyReplicas: 1, currentReplicas: 0 };
      const after = succeeded(await patch(server.admin, sets(namespace, 'a', 'status'), { status: seen }));
      assert.equal(after.metadata.generation, 2);
      const { currentReplicas: _, ...kept } = seen;
      assert.deepEqual(after.status, { ...kept, availableReplicas: 0 });
      const { columnDefinitions, rows } = succeeded(await get(server.admin, path, asTable));
      const names = columnDefinitions.map(({ name }: Json) => name);
      assert.deepEqual(names, ['Name', 'Ready', 'Age', 'Containers', 'Images']);
      const [name, ready, , ...wide] = rows[0].cells;
      assert.deepEqual([name, ready, ...wide], ['a', '1/3', 'main', 'busybox:1']);
    },
  },
  {
    name: '422 with causes: an invalid StatefulSet',
    async run({ admin }, namespace) {
      const causes = async (spec: object) =>
        succeeded(await post(admin, sets(namespace), statefulSet('a', spec)), 422).details.causes.map(
          ({ field, message }: Json) => `${field}: ${message}`,
        );
      assert.deepEqual(
        await causes({
          replicas: -1,
          podManagementPolicy: 'X',
          persistentVolumeClaimRetentionPolicy: { whenDeleted: 'X' },
          volumeClaimTemplates: [{ metadata: { name: 'db' }, spec: {} }],
        }),
        [
          "spec.podManagementPolicy: Invalid value: \"X\": must be 'OrderedReady' or 'Parallel'",
          'spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "X": supported values: "Retain", "Delete"',
          'spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required',
          'spec.volumeClaimTemplates[0].spec.resources[storage]: Required value',
          'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
        ],
      );
      assert.deepEqual(await causes({ selector: { matchLabels: { app: 'b' } } }), [
        'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
      ]);
      assert.deepEqual(await causes({ selector: undefined }), [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
      ]);
    },
  },
  {
    name: 'its scale: read, patched, and judged by a resourceVersion',
    async run({ admin, ...server }, namespace) {
      const { metadata } = await make({ admin, ...server }, namespace, { replicas: 2 });
      const path = sets(namespace, 'a', 'scale');
      const { uid, resourceVersion, creationTimestamp } = metadata;
      assert.deepEqual(succeeded(await get(admin, path)), {
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata: { name: 'a', namespace, uid, resourceVersion, creationTimestamp },
        spec: { replicas: 2 },
        status: { replicas: 0, selector: 'app=a' },
      });
      assert.deepEqual(succeeded(await patch(admin, path, { spec: { replicas: 0 } })).spec, {});
      const after = succeeded(await get(admin, sets(namespace, 'a')));
      assert.deepEqual([after.spec.replicas, after.metadata.generation], [0, 2]);
      refused(await patch(admin, path, { metadata: { resourceVersion }, spec: { replicas: 1 } }), {
        code: 409,
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on statefulsets.apps "a": the object has been modified; please apply your changes to the latest version and try again',
        details: { name: 'a', group: 'apps', kind: 'statefulsets' },
      });
      assert.equal((await patch(admin, path, { spec: { replicas: -1 } })).json.details.kind, 'Scale');
    },
  },
  {
    name: 'DELETE in the foreground and with orphans leaves a finalizer; preconditions are kept',
    async run(server, namespace) {
      const { metadata } = await make(server, namespace);
      const hold = { metadata: { finalizers: ['contract.example/hold'] } };
      succeeded(await patch(server.admin, sets(namespace, 'a'), hold));
      const path = sets(namespace, 'a');
      const other = await remove(server.admin, path, {
        preconditions: { uid: 'other' },
        propagationPolicy: 'Orphan',
      });
      assert.equal(other.status, 409);
      const finalizers = async (propagationPolicy: string) =>
        succeeded(
          await remove(server.admin, path, { propagationPolicy, preconditions: { uid: metadata.uid } }),
        ).metadata.finalizers;
      assert.deepEqual(await finalizers('Foreground'), ['contract.example/hold', 'foregroundDeletion']);
    },
  },
  {
    name: 'a revision of a controller keeps its data',
    async run({ admin }, namespace) {
      const path = `/apis/apps/v1/namespaces/${namespace}/controllerrevisions`;
      const data = { spec: { x: 1 } };
      const body = {
        apiVersion: 'apps/v1',
        kind: 'ControllerRevision',
        metadata: { name: 'r' },
        revision: 1,
        data,
      };
      assert.deepEqual(succeeded(await post(admin, path, body), 201).data, data);
      assert.equal(succeeded(await patch(admin, `${path}/r`, { revision: 2 })).revision, 2);
      const { details } = succeeded(await patch(admin, `${path}/r`, { data: { spec: { x: 2 } } }), 422);
      assert.deepEqual(details.causes, [
        {
          reason: 'FieldValueInvalid',
          message: 'Invalid value: {"spec":{"x":2}}: field is immutable',
          field: 'data',
        },
      ]);
      const { rows } = succeeded(await get(admin, path, asTable));
      assert.deepEqual(rows[0].cells.slice(0, 3), ['r', '<none>', 2]);
    },
  },
];
