import assert from 'node:assert/strict';
import { test } from 'node:test';
import { servers } from './servers.ts';

const names = (wanted: string, file = '/project/test/lib/some.test.ts') =>
  servers(wanted, file).map(({ name }) => name);

test('runs a test on the named servers', () => {
  assert.deepEqual(names('embedded'), ['embedded']);
  assert.deepEqual(names('real'), ['real']);
  assert.deepEqual(names('embedded,real'), ['embedded', 'real']);
});

test('the rest is the real server, and both for files that npm test skips', () => {
  assert.deepEqual(names('rest'), ['real']);
  assert.deepEqual(names('rest', '/project/test/packed/fleet.cluster.test.ts'), ['embedded', 'real']);
});

test('refuses an unknown server', () => {
  assert.throws(
    () => names('embeded'),
    /TEST_SERVERS names "embeded"; it may name embedded and real, or be rest\./,
  );
});
