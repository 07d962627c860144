import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDays } from '../../lib/objects/retention.ts';

const durations: [string, number | undefined][] = [
  ['180d', 180],
  ['26w', 182],
  ['1y', 365],
  ['12h', 0.5],
  ['1d12h', 1.5],
  ['1.5d', 1.5],
  ['720m', 0.5],
  ['86400s', 1],
  ['86400000ms', 1],
  ['', undefined],
  ['180', undefined],
  ['d', undefined],
  ['-1d', undefined],
  ['1d ', undefined],
  ['1 d', undefined],
  ['1month', undefined],
  ['1.d', undefined],
];
for (const [text, days] of durations)
  test(`"${text}" is ${days === undefined ? 'no duration' : `${days} days`}`, () => {
    const parsed = parseDays(text);
    if (days === undefined) assert.equal(parsed, undefined);
    else assert.ok(parsed !== undefined && Math.abs(parsed - days) < 1e-9, `${parsed}`);
  });
