import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMPONENTS, type Component } from '../../../lib/objects/components.ts';
import { deletesClaims, type InstanceObject, readInstance } from '../../../lib/volumes/instance.ts';

const { metrics, ruler } = COMPONENTS;
const read = (spec?: InstanceObject['spec'], component: Component = metrics) =>
  readInstance({ metadata: { name: 'k8s' }, ...(spec && { spec }) }, component);

test('reads an empty resource', () => {
  assert.deepEqual(read(), {
    name: 'k8s',
    namespace: '',
    uid: '',
    resourceVersion: '',
    generation: 0,
    deleting: false,
    replicas: undefined,
    shards: 1,
    paused: undefined,
    storage: 'none',
    template: 'prometheus-k8s-db',
    size: undefined,
    policy: undefined,
    retentionSize: undefined,
    reconciled: undefined,
  });
});

test('takes the name of the claim template from the resource, or else from the operator', () => {
  assert.equal(read({ storage: { volumeClaimTemplate: { metadata: { name: 'data' } } } }).template, 'data');
  assert.equal(read({ storage: { volumeClaimTemplate: { metadata: {} } } }).template, 'prometheus-k8s-db');
  assert.equal(read({}, ruler).template, 'thanos-ruler-k8s-data');
});

const sized = (storage: string | number) => ({ spec: { resources: { requests: { storage } } } });

test('reads a size written as a number of bytes', () => {
  const { storage, size } = read({ storage: { volumeClaimTemplate: sized(53687091200) } });
  assert.deepEqual([storage, size], ['template', '53687091200']);
});

const storages: [string, NonNullable<InstanceObject['spec']>['storage'], string][] = [
  ['a template', { volumeClaimTemplate: sized('50Gi') }, 'template'],
  ['a template without a size', { volumeClaimTemplate: {} }, 'none'],
  ['emptyDir before a template', { emptyDir: {}, volumeClaimTemplate: sized('50Gi') }, 'emptyDir'],
  ['ephemeral before a template', { ephemeral: {}, volumeClaimTemplate: sized('50Gi') }, 'ephemeral'],
  ['emptyDir before ephemeral', { ephemeral: {}, emptyDir: {} }, 'emptyDir'],
  ['nothing', {}, 'none'],
];
for (const [what, storage, expected] of storages)
  test(`${what} is ${expected}`, () => assert.equal(read({ storage }).storage, expected));

test('reads fewer than 1 shard as 1', () => {
  assert.deepEqual(
    [0, 1, 3].map((shards) => read({ shards }).shards),
    [1, 1, 3],
  );
});

test('reads the Reconciled condition of the operator', () => {
  const reconciled = (...conditions: NonNullable<InstanceObject['status']>['conditions'] & object) =>
    readInstance({ metadata: { name: 'k8s' }, status: { conditions } }, metrics).reconciled;
  assert.deepEqual(
    reconciled(
      { type: 'Available', status: 'True', observedGeneration: 7 },
      { type: 'Reconciled', status: 'False', observedGeneration: 3, message: 'no such class' },
    ),
    { generation: 3, ok: false, message: 'no such class' },
  );
  assert.deepEqual(reconciled({ type: 'Reconciled', status: 'True' }), {
    generation: 0,
    ok: true,
    message: '',
  });
  assert.equal(reconciled({ type: 'Available', status: 'True' }), undefined);
});

test('a policy deletes claims if either field says Delete', () => {
  const policies = [
    undefined,
    {},
    { whenDeleted: 'Retain' },
    { whenDeleted: 'Delete' },
    { whenScaled: 'Delete' },
  ];
  assert.deepEqual(policies.map(deletesClaims), [false, false, false, true, true]);
});
