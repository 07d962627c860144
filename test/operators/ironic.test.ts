import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busy, checkedImage, type Node, settle } from './ironic.ts';

const adopting: Node = {
  id: 'n1',
  state: 'adopting',
  image: 'http://httpd-http/images/a.qcow2',
  custom: false,
  lastError: 'old',
  poweredOn: false,
};

test('an image that answers 200 makes an adopted node active and leaves its power alone', () => {
  assert.deepEqual(settle(adopting, 200), { ...adopting, state: 'active', lastError: '' });
});

test('a deployed node is powered on', () => {
  const { state, poweredOn } = settle({ ...adopting, state: 'deploying' }, 200);
  assert.deepEqual([state, poweredOn], ['active', true]);
});

for (const [head, reason] of [
  [404, 'a HEAD request got HTTP 404 instead of 200'],
  [503, 'a HEAD request got HTTP 503 instead of 200'],
  [undefined, 'no answer to a HEAD request'],
] as const) {
  test(`an image that answers ${head} fails the adoption and the deployment`, () => {
    const error = `validation of image ${adopting.image} failed: ${reason}`;
    const adopted = settle(adopting, head);
    assert.deepEqual(
      [adopted.state, adopted.lastError],
      ['adopt failed', `node n1 could not be adopted: ${error}`],
    );
    assert.equal(settle({ ...adopting, state: 'deploying' }, head).state, 'deploy failed');
  });
}

test('a node without an image fails, and nothing is asked for', () => {
  const bare: Node = { ...adopting, image: undefined };
  assert.equal(checkedImage(bare), undefined);
  assert.match(settle(bare, undefined).lastError, /Cannot validate image information .* Missing are/);
});

test('a node with a deploy method of its own needs no image', () => {
  const custom: Node = { ...adopting, custom: true };
  assert.equal(checkedImage(custom), undefined);
  assert.equal(settle(custom, undefined).state, 'active');
});

test('only a node that is being adopted or deployed is busy', () => {
  const states = [
    'manageable',
    'adopting',
    'adopt failed',
    'active',
    'deploying',
    'deploy failed',
    'available',
  ] as const;
  assert.deepEqual(
    states.filter((state) => busy({ ...adopting, state })),
    ['adopting', 'deploying'],
  );
  assert.equal(busy(undefined), false);
});
