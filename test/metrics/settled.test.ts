import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settled } from './settled.ts';

const settledBody = (body: unknown): unknown =>
  JSON.parse(settled({ status: 200, type: 'application/json', body: JSON.stringify(body) }).body);

const vector = (...result: unknown[]) => ({ status: 'success', data: { resultType: 'vector', result } });

test('sorts results, and rounds samples to twelve digits', () => {
  const [a, b] = [{ pod: 'a' }, { pod: 'b' }];
  assert.deepEqual(
    settledBody(vector({ metric: b, value: [1, '0.12345678901234'] }, { metric: a, value: [1, 'NaN'] })),
    vector({ metric: a, value: [1, 'NaN'] }, { metric: b, value: [1, '0.123456789012'] }),
  );
  assert.deepEqual(
    settledBody(
      vector({
        metric: a,
        values: [
          [1, '50956460032'],
          [2, '1e-20'],
        ],
      }),
    ),
    vector({
      metric: a,
      values: [
        [1, '50956460032'],
        [2, '1e-20'],
      ],
    }),
  );
});

test('removes differences between runs', () => {
  const alert = (startsAt: string, port: number) => ({
    labels: { alertname: 'Watchdog' },
    startsAt,
    fingerprint: startsAt,
    url: `http://127.0.0.1:${port}/api`,
  });
  assert.deepEqual(settledBody([alert('a', 1)]), settledBody([alert('b', 2)]));
  assert.notDeepEqual(settledBody([alert('a', 1)]), settledBody([{ ...alert('a', 1), labels: {} }]));
});

test('removes differences between releases: default values and flags', () => {
  const original = 'global:\n  resolve_timeout: 5m\n  http_config:\n    a: b\nroute:\n  receiver: "null"\n';
  assert.deepEqual(settledBody({ config: { original } }), {
    config: { original: 'route:\n  receiver: "null"\n' },
  });
  const flags = { 'storage.tsdb.path': 'data', 'web.enable-lifecycle': 'false', 'some.new-flag': '1' };
  assert.deepEqual(settledBody({ data: flags }), {
    data: { 'storage.tsdb.path': 'data', 'web.enable-lifecycle': 'false' },
  });
});

test('keeps a body that is not JSON', () => {
  const answer = { status: 404, type: 'text/plain; charset=utf-8', body: '404 page not found\n' };
  assert.deepEqual(settled(answer), answer);
});
