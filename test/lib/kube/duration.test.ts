import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { parseDuration, parseRequestTimeout } from '../../../lib/kube/config/duration.ts';

const durations: [string, number | undefined][] = [
  ['0', 0],
  ['30', 30_000],
  ['30s', 30_000],
  ['1m', 60_000],
  ['1m30s', 90_000],
  ['1.5h', 5_400_000],
  ['.5s', 500],
  ['250ms', 250],
  ['5us', 0.005],
  ['', undefined],
  ['-1s', undefined],
  ['1m2x', undefined],
  ['1s 2s', undefined],
  ['s', undefined],
  ['abc', undefined],
];

for (const [text, expected] of durations) {
  test(`duration ${JSON.stringify(text)}`, () => assert.equal(parseDuration(text), expected));
}

test('--request-timeout is no limit by default, and an invalid value names the valid ones', () => {
  assert.equal(parseRequestTimeout(undefined), 0);
  assert.equal(parseRequestTimeout('10s'), 10_000);
  for (const wrong of ['soon', '9999999h']) {
    assert.throws(() => parseRequestTimeout(wrong), {
      name: 'CommandError',
      kind: 'usage',
      message: /^error: Invalid timeout value "[^"]+"\. Timeout must be/,
    });
  }
});
