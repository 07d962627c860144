import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { givenShard } from '../../../lib/cluster/hosts/select-hosts.ts';
import { isInShard } from '../../../lib/hosts/shard.ts';

type Named = { namespace: string; name: string };

const shardsOf = (host: Named, count: number): number[] =>
  Array.from({ length: count }, (_, index) => index).filter((index) => isInShard(host, { index, count }));

/** Every version must divide alike: the pods of one Job may run two of them. */
const stable: [namespace: string, name: string, count: number, index: number][] = [
  ['metal3', 'worker-0', 1, 0],
  ['metal3', 'worker-0', 4, 1],
  ['metal3', 'worker-1', 4, 0],
  ['metal3', 'worker-0', 1000, 237],
  ['edge', 'worker-0', 4, 0],
];
for (const [namespace, name, count, index] of stable)
  test(`${namespace}/${name} is in shard ${index}/${count}`, () =>
    assert.deepEqual(shardsOf({ namespace, name }, count), [index]));

test('every host is in exactly one shard', () => {
  const label = fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,20}[a-z0-9])?$/);
  fc.assert(
    fc.property(
      fc.record({ namespace: label, name: label }),
      fc.integer({ min: 1, max: 64 }),
      (host, count) => assert.equal(shardsOf(host, count).length, 1),
    ),
  );
});

test('shards of numbered hosts are of about the same size', () => {
  const sizes = new Map<number, number>();
  for (let number = 0; number < 4000; number += 1) {
    const [index = -1] = shardsOf(
      { namespace: 'metal3', name: `host-${String(2 * number).padStart(5, '0')}` },
      8,
    );
    sizes.set(index, (sizes.get(index) ?? 0) + 1);
  }
  assert.equal(sizes.size, 8);
  for (const size of sizes.values()) assert.ok(size > 400 && size < 600, `${[...sizes]}`);
});

test('sha256sum gives the same shard, as the guide says', {
  skip: process.platform === 'win32' && 'it has no sha256sum',
}, () => {
  const digest = execFileSync('sha256sum', { input: 'metal3/worker-0', encoding: 'utf8' });
  assert.deepEqual(shardsOf({ namespace: 'metal3', name: 'worker-0' }, 7), [
    Number.parseInt(digest.slice(0, 8), 16) % 7,
  ]);
});

for (const text of [
  '',
  '4',
  '4/4',
  '5/4',
  '-1/4',
  '0/0',
  '0/1001',
  '1/2/3',
  'a/b',
  '0 /4',
  '0.5/4',
  '$(I)/4',
])
  test(`refuses --shard "${text}"`, () =>
    assert.throws(() => givenShard(text), {
      message: `error: invalid value "${text}" for --shard`,
      hint: 'Give I/N: part I of N, counted from 0, such as 0/4. N is at most 1000.',
    }));

test('reads --shard', () => {
  assert.deepEqual(givenShard('3/4'), { index: 3, count: 4 });
  assert.deepEqual(givenShard('0/1000'), { index: 0, count: 1000 });
  assert.equal(givenShard(undefined), undefined);
});
