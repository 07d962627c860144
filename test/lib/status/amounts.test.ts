import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysToFullText, percentText, rateText, shareOf } from '../../../lib/capacity/words.ts';

const GI = 2 ** 30;

test('shows growth per day', () =>
  assert.equal(rateText({ perDay: 0.9 * GI, low: 0, high: 0, days: 1 }), '922Mi/d'));

test('rounds percent down, ignoring floating-point noise; only an empty volume has 0%', () => {
  assert.equal(percentText(0.29), '29%');
  assert.equal(percentText(0.9999), '99%');
  assert.equal(percentText(1), '100%');
  assert.equal(percentText(0.006), '<1%');
  assert.equal(percentText(0), '0%');
});

test('treats a file system of size 0 as empty', () => assert.equal(shareOf({ used: 0, capacity: 0 }), 0));

const days: [likely: number | null, soonest: number | null, latest: number | null, text: string][] = [
  [29.9, 24.2, 36.7, 'in 29d (24-36)'],
  [1.68, 1.33, 2.1, 'in 1.6d (1.3-2.1)'],
  [29, 24, null, 'in 29d (24+)'],
  [null, 24, null, 'after 24d'],
  [null, null, null, 'never'],
  [900, 700, 5000, 'in 900d (700+)'],
  [5000, 700, null, 'after 700d'],
  [5000, 2000, 9000, 'after 1000d'],
  [null, 2000, null, 'never'],
  [19.9, 19.2, 19.95, 'in 19d'],
  [0, 0, 0, 'now'],
];
for (const [likely, soonest, latest, text] of days)
  test(`full ${text}`, () =>
    assert.equal(daysToFullText({ likely, soonest, latest }, { range: true }), text));

test('leaves out the range of the days where it has no room', () =>
  assert.equal(daysToFullText({ likely: 29.9, soonest: 24.2, latest: 36.7 }, { range: false }), 'in 29d'));
