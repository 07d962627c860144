import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attach, attachmentOf } from './attach.ts';
import { boundClaim, NODE, pod, volume } from './fixtures.ts';
import { viewOf } from './view.ts';

const claims = [boundClaim()];
const volumes = [volume()];
const wanted = attachmentOf(volume(), NODE);
const path = `/apis/storage.k8s.io/v1/volumeattachments/${wanted.metadata.name}`;
const made = { ...wanted, metadata: { ...wanted.metadata, uid: 'u', resourceVersion: '1' } };
const attached = { ...made, status: { attached: true } };

/** What is sent, without what it is decided on. */
const sent = (objects: Parameters<typeof viewOf>[0]) =>
  attach(viewOf({ claims, volumes, ...objects })).map(({ of, ...change }) => change);

test('a volume is attached where a pod uses it', () => {
  assert.deepEqual(sent({ pods: [pod('Pending')] }), [
    { method: 'POST', path: '/apis/storage.k8s.io/v1/volumeattachments', body: wanted },
  ]);
  assert.deepEqual(sent({ pods: [pod('Pending')], attachments: [made] }), [
    { method: 'PATCH', path: `${path}/status`, body: { status: { attached: true } } },
  ]);
  assert.deepEqual(sent({ pods: [pod('Running')], attachments: [attached] }), []);
});

test('two pods on a node share an attachment', () => {
  const second = { ...pod('Running'), metadata: { ...pod().metadata, name: 'second' } };
  assert.equal(sent({ pods: [pod('Running'), second] }).length, 1);
});

test('a volume is attached to every node on which a pod uses it', () => {
  const elsewhere = { ...pod('Running'), metadata: { ...pod().metadata, name: 'second' } };
  elsewhere.spec = { ...elsewhere.spec, nodeName: 'node-1' };
  const names = sent({ pods: [pod('Running'), elsewhere] }).map(({ body }) => body);
  assert.deepEqual(names, [wanted, attachmentOf(volume(), 'node-1')]);
  assert.notEqual(wanted.metadata.name, attachmentOf(volume(), 'node-1').metadata.name);
});

for (const [which, pods] of [
  ['gone', []],
  ['not on a node', [pod()]],
  ['done', [pod('Succeeded')]],
  ['of another claim', [pod('Running', ['other'])]],
] as const) {
  test(`a volume is detached when its pod is ${which}`, () => {
    assert.deepEqual(sent({ pods: [...pods], attachments: [attached] }), [
      { method: 'DELETE', path, body: { preconditions: { uid: 'u' } } },
    ]);
  });
}

test('an attachment stays while its pod is being deleted', () => {
  const ending = pod('Running');
  ending.metadata.deletionTimestamp = 'now';
  assert.deepEqual(sent({ pods: [ending], attachments: [attached] }), []);
});

test("others' attachments are left alone", () => {
  const other = { ...attached, spec: { ...attached.spec, attacher: 'other' } };
  assert.deepEqual(sent({ attachments: [other] }), []);
  assert.deepEqual(sent({ volumes: [], attachments: [attached] }), []);
});
