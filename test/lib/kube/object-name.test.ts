import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { objectName, pathPart } from '../../../lib/kube/api/object-name.ts';

test('accepts valid object names unchanged', () => {
  for (const name of ['a', 'worker-0', 'worker-0.example.org', '0'.repeat(253)])
    assert.equal(objectName(name, 'resource name'), name);
});

test('refuses invalid names and escapes control characters in the message', () => {
  for (const name of ['', 'A', '../pods', 'a/b', 'a?b', '-a', 'a-', '0'.repeat(254), '\ud800'])
    assert.throws(() => objectName(name, 'namespace'), /^CommandError: error: invalid namespace/);
  assert.throws(() => objectName('\x1b[31m', 'resource name'), { message: /"\\x1b\[31m"/ });
});

test('encodes any name as a single path segment', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      assert.match(pathPart(`${name}\ud800`), /^[A-Za-z0-9%!'()*._~-]+$/);
    }),
  );
});
