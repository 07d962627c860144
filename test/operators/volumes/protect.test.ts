import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundClaim, pod } from './fixtures.ts';
import type { Pod } from './objects.ts';
import { protect } from './protect.ts';
import { viewOf } from './view.ts';

const deleted = boundClaim();
deleted.metadata.deletionTimestamp = 'now';
deleted.metadata.finalizers = ['kubernetes.io/pvc-protection', 'example.com/other'];

test('a deleted claim goes when no pod on a node mounts it', () => {
  const [change, ...more] = protect(deleted, viewOf({ pods: [pod()] }));
  assert.deepEqual(more, []);
  assert.deepEqual(change?.body, { metadata: { finalizers: ['example.com/other'], resourceVersion: '7' } });
  assert.equal(change.confirm?.path, '/api/v1/namespaces/ns/pods');
  const isConfirmedBy = (status: number, items: Pod[] = []) =>
    change.confirm?.by({ status, json: { items }, text: '', headers: {} });
  assert.equal(isConfirmedBy(200, [pod()]), true);
  assert.equal(isConfirmedBy(200, [pod('Running')]), false);
  assert.equal(isConfirmedBy(503), false);
});

test('a claim stays while it is mounted or not deleted', () => {
  assert.deepEqual(protect(deleted, viewOf({ pods: [pod('Running')] })), []);
  assert.deepEqual(protect(deleted, viewOf({ pods: [pod('Succeeded')] })), []);
  assert.deepEqual(protect(boundClaim(), viewOf()), []);
});
