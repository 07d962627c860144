import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NotKept } from '../../../lib/kube/api/errors.ts';
import { held, versioned } from '../../../lib/kube/api/held-write.ts';
import type { KubeRequest } from '../../../lib/kube/api/types.ts';
import { CommandError } from '../../../lib/words/errors.ts';

const path = '/apis/metal3.io/v1alpha1/namespaces/metal/baremetalhosts/worker-0';
const patch = (body: object, dryRun = false): KubeRequest => ({
  method: 'PATCH',
  path,
  body: { metadata: { resourceVersion: '7' }, ...body },
  ...(dryRun && { query: { dryRun: 'All' } }),
});
const url = (value: unknown): object => ({ spec: { image: { url: value } } });
const answered = (body: object): object => ({
  metadata: { name: 'worker-0', resourceVersion: '8' },
  ...body,
});
const annotated = (annotations: object): KubeRequest =>
  ({ ...patch({}), body: { metadata: { resourceVersion: '7', annotations } } }) as KubeRequest;

describe('checks the answer to a write', () => {
  for (const [what, request, answer] of [
    ['exactly what was asked', patch(url('http://a/x')), answered(url('http://a/x'))],
    ['additional fields', patch(url('a')), answered({ spec: { image: { url: 'a', format: 'raw' } } })],
    ['a normalized quantity', patch({ spec: { size: '1024Mi' } }), answered({ spec: { size: '1Gi' } })],
    ['a removed field', patch(url(null)), answered({ spec: {} })],
    ['a dry run, which has no new version', patch(url('a'), true), { metadata: {}, ...url('a') }],
    ['a review, which is not stored', { method: 'POST', path, body: { spec: { a: 1 } } }, { status: {} }],
    ['a deletion', { method: 'DELETE', path, body: { preconditions: { uid: 'a' } } }, { status: 'Success' }],
  ] as const)
    test(`accepts ${what}`, () => assert.equal(held(request as KubeRequest, answer), answer));

  for (const [what, request, answer, said] of [
    [
      'an address that would be rewritten',
      patch(url('http://a/x'), true),
      answered(url('http://mirror/x')),
      'error: admission would change what is written to baremetalhosts/worker-0: spec.image.url would be "http://mirror/x" instead of "http://a/x"',
    ],
    [
      'an address that was rewritten, without its credentials',
      patch(url('http://me:hidden@a/x')),
      answered(url('http://me:hidden@mirror/x')),
      'error: admission changed what was written to baremetalhosts/worker-0: spec.image.url is "http://***@mirror/x" instead of "http://***@a/x"',
    ],
    [
      'a file of a Secret, without its content',
      {
        ...{ method: 'PATCH', path: '/api/v1/namespaces/shop/secrets/shop', query: { dryRun: 'All' } },
        body: { metadata: {}, data: { 'shop.json': 'aGlkZGVu' } },
      },
      { metadata: {}, data: { 'shop.json': 'b3RoZXI=' } },
      'error: admission would change what is written to secrets/shop: data["shop.json"] would be another value',
    ],
    [
      'an annotation that was stripped',
      annotated({ 'kubectl-bmh/repair': 'r' }),
      answered({}),
      'error: admission changed what was written to baremetalhosts/worker-0: metadata.annotations["kubectl-bmh/repair"] is absent instead of "r"',
    ],
    [
      'a pause that was kept',
      annotated({ 'baremetalhost.metal3.io/paused': null }),
      { metadata: { resourceVersion: '8', annotations: { 'baremetalhost.metal3.io/paused': 'true' } } },
      'error: admission changed what was written to baremetalhosts/worker-0: metadata.annotations["baremetalhost.metal3.io/paused"] is "true" instead of absent',
    ],
  ] as const)
    test(`refuses ${what}`, () =>
      assert.throws(
        () => held(request as KubeRequest, answer),
        (error: unknown) => error instanceof NotKept && error.message === said && Boolean(error.hint),
      ));

  test('refuses an answer without a resourceVersion', () => {
    const answer = { metadata: { name: 'worker-0' }, ...url('a') };
    assert.throws(() => held(patch(url('a')), answer), /without a resourceVersion$/);
  });
});

test('does not send a patch without a resourceVersion', () => {
  const request: KubeRequest = { method: 'PATCH', path, body: { metadata: { resourceVersion: undefined } } };
  assert.throws(
    () => versioned(request),
    (error: unknown) =>
      error instanceof CommandError && error.kind === 'refusal' && /was not sent$/.test(error.message),
  );
  assert.equal(versioned(patch({})).path, path);
});

test('does not send a deletion without a uid', () => {
  for (const body of [
    undefined,
    {},
    { preconditions: { uid: '' } },
    { preconditions: { resourceVersion: '1' } },
  ])
    assert.throws(
      () => versioned({ method: 'DELETE', path, ...(body && { body }) }),
      (error: unknown) =>
        error instanceof CommandError &&
        error.kind === 'refusal' &&
        error.message ===
          'error: the server returned baremetalhosts/worker-0 without a uid: a deletion could remove another object of that name, and was not sent',
    );
  const request: KubeRequest = { method: 'DELETE', path, body: { preconditions: { uid: 'a' } } };
  assert.equal(versioned(request), request);
});
