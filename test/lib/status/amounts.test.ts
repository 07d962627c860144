import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysToFullText, percent, rateText, shareOf } from '../../../lib/capacity/words.ts';

const GI = 2 ** 30;

test('shows growth per day', () =>
  assert.equal(rateText({ perDay: 0.9 * GI, low: 0, high: 0, days: 1 }), '922Mi/d'));

test('rounds percent down, ignoring floating-point noise', () => {
  assert.equal(percent(0.29), 29);
  assert.equal(percent(0.9999), 99);
  assert.equal(percent(1), 100);
});

test('treats a file system of size 0 as empty', () => assert.equal(shareOf({ used: 0, capacity: 0 }), 0));

const days: [likely: number | null, soonest: number | null, latest: number | null, text: string][] = [
  [29.9, 24.2, 36.7, '29d (24-36)'],
  [1.68, 1.33, 2.1, '1.6d (1.3-2.1)'],
  [29, 24, null, '29d (24+)'],
  [null, 24, null, '>24d'],
  [null, null, null, 'never'],
  [900, 700, 5000, '900d (700+)'],
  [5000, 700, null, '>700d'],
  [5000, 2000, 9000, '>1000d'],
  [null, 2000, null, '>1000d'],
  [0, 0, 0, 'now'],
];
for (const [likely, soonest, latest, text] of days)
  test(`full in ${text}`, () => assert.equal(daysToFullText({ likely, soonest, latest }), text));

test('shows that a growing volume levels off if it is never full', () => {
  const never = { likely: null, soonest: null, latest: null };
  assert.equal(daysToFullText(never, { perDay: 2, low: 1, high: 3, days: 7 }), 'levels off');
  assert.equal(daysToFullText(never, { perDay: -2, low: -3, high: -1, days: 7 }), 'never');
});
