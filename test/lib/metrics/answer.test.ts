import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataOf, readMatrix, readPresence, readVector } from '../../../lib/metrics/query.ts';

const answer = (resultType: string, result: unknown): string =>
  JSON.stringify({ status: 'success', data: { resultType, result } });

test('reads the samples with a value from an instant query', () => {
  const body = answer('vector', [
    { metric: { __name__: 'up', job: 'kubelet' }, value: [1_767_323_045, '1'] },
    { metric: { job: 'node' }, value: [1_767_323_045.5, '2.5e9'] },
    { metric: { job: 'none' }, value: [1_767_323_045, 'NaN'] },
    { metric: { job: 'endless' }, value: [1_767_323_045, '+Inf'] },
    { metric: { job: 'owing' }, value: [1_767_323_045, '-1'] },
    { metric: { job: 'spoilt' }, value: [1_767_323_045, '1e308'] },
    { metric: { job: 'timeless' }, value: [1e308, '1'] },
    { metric: { job: 'broken' }, value: 'x' },
    { metric: { job: 'formless' }, value: [{ toString: 'x' }, '1'] },
    { metric: { job: 'absent' }, value: [1, null] },
    { metric: null, value: [1, '3'] },
    null,
  ]);
  assert.deepEqual(readVector(body), [
    { labels: { __name__: 'up', job: 'kubelet' }, value: 1 },
    { labels: { job: 'node' }, value: 2.5e9 },
    { labels: {}, value: 3 },
  ]);
});

test('reads the series of a range query', () => {
  const body = answer('matrix', [
    {
      metric: { claim: 'a' },
      values: [
        [60, '1'],
        [120, 'NaN'],
        [180, '3'],
      ],
    },
    { metric: { claim: 'b' } },
  ]);
  assert.deepEqual(readMatrix(body), [
    {
      labels: { claim: 'a' },
      points: [
        [60, 1],
        [180, 3],
      ],
    },
    { labels: { claim: 'b' }, points: [] },
  ]);
});

test('reads no results from a response without any', () => {
  for (const body of [answer('vector', []), answer('vector', null), '{"status":"success"}'])
    assert.deepEqual([readVector(body), readMatrix(body)], [[], []], body);
});

test('reads when series have samples of any value, and what Prometheus warns of', () => {
  const result = [
    {
      metric: { __name__: 'up' },
      values: [
        [60, 'NaN'],
        [120.5, '-1'],
      ],
      histograms: [[90, { count: '1' }]],
    },
    { metric: null, values: [['60', '1'], null, 1, []] },
    null,
  ];
  const body = JSON.stringify({
    status: 'success',
    warnings: ['a', 1],
    data: { resultType: 'matrix', result },
  });
  assert.deepEqual(readPresence(body), {
    series: [
      { labels: { __name__: 'up' }, times: [60, 90, 120.5] },
      { labels: {}, times: [] },
      { labels: {}, times: [] },
    ],
    warnings: ['a', '1'],
  });
  for (const other of [answer('vector', []), answer('matrix', null), '{"status":"success"}'])
    assert.throws(() => readPresence(other), { message: `error: not a Prometheus response: ${other}` });
});

test("reports Prometheus' errors, and other bodies in one line", () => {
  const rows: [body: string, message: string][] = [
    [
      '{"status":"error","errorType":"bad_data","error":"1:3: parse error:\\n\\u001b[2J"}',
      'error: Prometheus rejected the query: 1:3: parse error:\\x0a\\x1b[2J',
    ],
    ['{"status":"error","errorType":"timeout"}', 'error: Prometheus rejected the query: timeout'],
    ['<html>\n', 'error: not a Prometheus response: <html>\\x0a'],
    ['[]', 'error: not a Prometheus response: []'],
    ['', 'error: not a Prometheus response: '],
    [`"${'x'.repeat(300)}"`, `error: not a Prometheus response: "${'x'.repeat(199)}`],
  ];
  for (const [body, message] of rows)
    for (const read of [dataOf, readVector, readMatrix, readPresence])
      assert.throws(() => read(body), { name: 'CommandError', kind: 'api', message });
});
