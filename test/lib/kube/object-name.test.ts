import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { objectName, pathPart } from '../../../lib/kube/api/object-name.ts';

test('names as objects have them are taken as they are', () => {
  for (const name of ['a', 'worker-0', 'worker-0.example.org', '0'.repeat(253)])
    assert.equal(objectName(name, 'resource name'), name);
});

test('what no object can be called is refused, and shown without what steers a terminal', () => {
  for (const name of ['', 'A', '../pods', 'a/b', 'a?b', '-a', 'a-', '0'.repeat(254), '\ud800'])
    assert.throws(() => objectName(name, 'namespace'), /^CommandError: error: invalid namespace/);
  assert.throws(() => objectName('\x1b[31m', 'resource name'), { message: /"\\x1b\[31m"/ });
});

test('whatever a name is made of, it is one part of a path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      assert.match(pathPart(`${name}\ud800`), /^[A-Za-z0-9%!'()*._~-]+$/);
    }),
  );
});
