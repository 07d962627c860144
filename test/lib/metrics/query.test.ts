import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantPath, quotedValue, rangePath } from '../../../lib/metrics/query.ts';

const at = new Date('2026-01-02T03:04:05.678Z');

test('encodes any query into one path', () => {
  const query = 'sum(rate(x{a="b&c"}[5m])) + 1 #?';
  const asked = new URL(instantPath({ query, at }), 'http://prometheus');
  assert.equal(asked.pathname, '/api/v1/query');
  assert.deepEqual(
    [...asked.searchParams],
    [
      ['query', query],
      ['time', '1767323045.678'],
    ],
  );
  const from = new Date('2026-01-01T03:04:05.678Z');
  const ranged = new URL(rangePath({ query, from, to: at, step: 600 }), 'http://prometheus');
  assert.equal(ranged.pathname, '/api/v1/query_range');
  assert.deepEqual(
    [...ranged.searchParams],
    [
      ['query', query],
      ['start', '1767236645.678'],
      ['end', '1767323045.678'],
      ['step', '600'],
    ],
  );
});

test('quotes the value of a matcher', () => {
  assert.equal(quotedValue('a"} or up{x="\\'), '"a\\"} or up{x=\\"\\\\"');
});
