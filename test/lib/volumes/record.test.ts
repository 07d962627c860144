import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMPONENTS } from '../../../lib/objects/components.ts';
import { parseRecord, recordObject } from '../../../lib/volumes/record.ts';
import { createRecord } from '../../../lib/volumes/steps.ts';
import { template } from './guards/row.ts';
import { recordFor } from './world/recorded.ts';
import { NAME, NAMESPACE, NEW, observe, world } from './world/running.ts';
import { planOf } from './world/runs.ts';
import { change, type World } from './world/world.ts';

const AIM = {
  goal: 'resize',
  size: NEW,
  mode: 'offline',
  retain: false,
  includeOrphaned: false,
} as const;
const RECORD = recordFor(world());
const { metrics } = COMPONENTS;
const place = { name: NAME, namespace: NAMESPACE };

function newRecord(its: World, given?: number) {
  const start = observe(its, { given });
  return parseRecord(createRecord(start, planOf(start, AIM)).object);
}

test('a new record holds the original values', () => {
  assert.deepEqual(newRecord(world()), RECORD);
});

test('records absent fields as null', () => {
  const record = newRecord(world({ spec: { replicas: null } }));
  assert.ok(typeof record === 'object');
  const { replicas, paused, policy } = record.original;
  assert.deepEqual([replicas, paused, policy], [null, null, null]);
});

test('records present fields as they are', () => {
  const policy = { whenDeleted: 'Delete' };
  const spec = { paused: false, persistentVolumeClaimRetentionPolicy: policy, ...template(53687091200) };
  const record = newRecord(world({ spec }));
  assert.ok(typeof record === 'object');
  assert.deepEqual(
    [record.original.paused, record.original.policy, record.original.size],
    [false, policy, '53687091200'],
  );
});

test('records --replicas for an instance that was stopped by hand', () => {
  const its = world();
  change(its, { replicas: 0 });
  const record = newRecord(its, 2);
  assert.ok(typeof record === 'object');
  assert.equal(record.original.replicas, 2);
});

test('a record is one ConfigMap per resource, without owner', () => {
  const { apiVersion, kind, metadata } = recordObject(metrics, place, RECORD);
  assert.deepEqual([apiVersion, kind], ['v1', 'ConfigMap']);
  assert.deepEqual(metadata, {
    name: 'kubectl-monitoring-resize-prometheus-k8s',
    namespace: NAMESPACE,
    labels: { 'app.kubernetes.io/managed-by': 'kubectl-monitoring' },
  });
});

test('reads back a record as it was written', () => {
  const policy = { whenDeleted: 'Delete' };
  for (const record of [
    RECORD,
    { ...RECORD, goal: 'undo', mode: 'online', retain: true } as const,
    { ...RECORD, retentionSize: '80GB', original: { ...RECORD.original, retentionSize: null } },
    { ...RECORD, retentionSize: '80GB', original: { ...RECORD.original, retentionSize: '40GB' } },
    { ...RECORD, original: { ...RECORD.original, replicas: null, size: null, paused: true, policy } },
  ])
    assert.deepEqual(parseRecord(recordObject(metrics, place, record)), record);
  assert.equal(parseRecord(undefined), undefined);
});

const original = (given: object) => ({ ...RECORD, original: { ...RECORD.original, ...given } });
const broken: [string, unknown][] = [
  ['no object', 'resize'],
  ['a list', []],
  ['null', null],
  ['another goal', { ...RECORD, goal: 'shrink' }],
  ['another mode', { ...RECORD, mode: 'fast' }],
  ['no size', { ...RECORD, size: undefined }],
  ['a size that is no quantity', { ...RECORD, size: '100GB' }],
  ['no uid', { ...RECORD, uid: undefined }],
  ['no run', { ...RECORD, run: undefined }],
  ['no start', { ...RECORD, started: 5 }],
  ['a retentionSize of another type', { ...original({ retentionSize: '40GB' }), retentionSize: 80 }],
  ['a retentionSize without the former one', { ...RECORD, retentionSize: '80GB' }],
  ['retain of another type', { ...RECORD, retain: 'yes' }],
  ['no originals', { ...RECORD, original: undefined }],
  ['replicas of another type', original({ replicas: '2' })],
  ['replicas left out', original({ replicas: undefined })],
  ['half a replica', original({ replicas: 1.5 })],
  ['a pause of another type', original({ paused: 'true' })],
  ['a size of another type', original({ size: 5 })],
  ['a policy of another type', original({ policy: 'Delete' })],
  ['a policy with something else in it', original({ policy: { whenDeleted: true } })],
  ['a claim without a size', original({ claims: { data: '' } })],
  ['no claims', original({ claims: null })],
  ['a pod without a uid', original({ pods: { a: 1 } })],
];
for (const [what, value] of broken)
  test(`unreadable: ${what}`, () =>
    assert.equal(
      parseRecord({ metadata: { name: 'x' }, data: { 'record.json': JSON.stringify(value) } }),
      'unreadable',
    ));

test('unreadable: no JSON, or no record in the ConfigMap at all', () => {
  const contents: (Record<string, string> | undefined)[] = [
    { 'record.json': '{' },
    { 'record.json': '' },
    { other: '{}' },
    undefined,
  ];
  for (const data of contents)
    assert.equal(parseRecord({ metadata: { name: 'x' }, ...(data && { data }) }), 'unreadable');
});
