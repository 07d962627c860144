import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSizes, sizesQuery } from '../../../lib/volumes/file-system.ts';

const answer = (...result: unknown[]): string => JSON.stringify({ status: 'success', data: { result } });
const sample = (claim: unknown, value: unknown) => ({
  metric: { persistentvolumeclaim: claim },
  value: [1767225600, value],
});

test('queries the given claims of the namespace', () => {
  assert.equal(
    sizesQuery('monitoring-system', ['data-0', 'data-1']),
    'max by (persistentvolumeclaim) (kubelet_volume_stats_capacity_bytes{namespace="monitoring-system",persistentvolumeclaim=~"data-0|data-1"})',
  );
});

test('reads bytes by the name of the claim', () => {
  assert.deepEqual(readSizes(answer(sample('data-0', '105089261568'), sample('data-1', '5.2e+10'))), {
    'data-0': 105_089_261_568,
    'data-1': 52_000_000_000,
  });
});

const others: [string, string][] = [
  ['nothing', ''],
  ['a page', '<html>'],
  ['null', 'null'],
  ['an error', JSON.stringify({ status: 'error', error: 'no such metric' })],
  ['no samples', answer()],
  ['a sample of no claim', answer(sample(undefined, '1'))],
  ['a claim without a value', answer({ metric: { persistentvolumeclaim: 'data-0' } })],
  ['a value that is no number', answer(sample('data-0', 'NaN'))],
];
for (const [what, body] of others)
  test(`reads nothing from ${what}`, () => assert.deepEqual(readSizes(body), {}));
