import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retentionBytes, retentionDays, retentionOf } from '../../lib/objects/retention.ts';

const GIB = 1024 ** 3;

test("reads the retention of a resource, or the operator's default", () => {
  assert.deepEqual(retentionOf(undefined, '24h'), { time: '24h', size: undefined });
  assert.deepEqual(retentionOf({ retention: '' }, '120h'), { time: '120h', size: undefined });
  assert.deepEqual(retentionOf({ retention: 1, retentionSize: '40GB' }, '24h'), {
    time: undefined,
    size: '40GB',
  });
  assert.deepEqual(retentionOf({ retention: '10d', retentionSize: '40GB' }, '24h'), {
    time: '10d',
    size: '40GB',
  });
});

test('converts the time to days', () => {
  assert.equal(retentionDays({ time: '1w2d' }), 9);
  assert.equal(retentionDays({ time: 'soon' }), undefined);
  assert.equal(retentionDays({ size: '40GB' }), undefined);
});

const sizes: [string, number | undefined][] = [
  ['40GB', 40 * GIB],
  ['40GiB', 40 * GIB],
  ['0.5TB', 512 * GIB],
  ['.5TiB', 512 * GIB],
  ['1024B', 1024],
  ['0', undefined],
  ['0B', undefined],
  ['40Gi', undefined],
  ['GB', undefined],
  ['40GB ', undefined],
];
for (const [size, bytes] of sizes)
  test(`a retention size of ${JSON.stringify(size)}`, () => assert.equal(retentionBytes({ size }), bytes));
