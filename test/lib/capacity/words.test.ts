import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DaysToFull } from '../../../lib/capacity/outlook.ts';
import { fullText, growthText, timeText } from '../../../lib/capacity/words.ts';

const GIB = 1024 ** 3;

test('growth', () => {
  const text = (perDay: number, margin: number): string =>
    growthText({ perDay, low: perDay - margin, high: perDay + margin, days: 14 });
  assert.equal(text(GIB, 12 * 1024 ** 2), 'grows 1Gi +- 12Mi a day');
  assert.equal(text(-GIB, 0), 'shrinks 1Gi +- 0 a day');
  assert.equal(text(GIB, 2 * GIB), 'no clear growth (1Gi +- 2Gi a day)');
  assert.equal(text(-GIB, 2 * GIB), 'no clear growth (-1Gi +- 2Gi a day)');
  assert.equal(text(0, 0), 'no clear growth (0 +- 0 a day)');
});

const rows: [DaysToFull, string][] = [
  [{ likely: 34.6, soonest: 28.1, latest: 45.9 }, 'full in 34 days (28 to 45)'],
  [{ likely: 34.6, soonest: 34.1, latest: 34.9 }, 'full in 34 days'],
  [{ likely: 3.46, soonest: 2.8, latest: 4 }, 'full in 3.4 days (2.8 to 4)'],
  [{ likely: 34, soonest: 28, latest: null }, 'full in 34 days (28 at the earliest)'],
  [{ likely: 34, soonest: 28, latest: 5_000 }, 'full in 34 days (28 at the earliest)'],
  [{ likely: 0.5, soonest: 0.4, latest: 0.6 }, 'full in 12 hours'],
  [{ likely: 0.001, soonest: 0, latest: 0.6 }, 'full in 1 hour'],
  [{ likely: 0, soonest: 0, latest: 0 }, 'full now'],
  [{ likely: null, soonest: null, latest: null }, 'never full at this rate'],
  [{ likely: null, soonest: 90, latest: null }, 'unlikely to be full, at the earliest in 90 days'],
  [{ likely: null, soonest: 9_000, latest: null }, 'never full at this rate'],
  [{ likely: 2_000, soonest: 1_500, latest: null }, 'not full within 1000 days'],
  [
    { likely: 2_000, soonest: 800, latest: null },
    'unlikely to be full within 1000 days, at the earliest in 800 days',
  ],
];
for (const [days, text] of rows) test(text, () => assert.equal(fullText(days), text));

test('times', () => {
  const times: [number, string][] = [
    [14, '14 days'],
    [1, '1 day'],
    [1.55, '1.5 days'],
    [13.98, '13 days'],
    [1 / 24, '1 hour'],
    [0.25, '6 hours'],
    [0, '1 hour'],
  ];
  for (const [days, text] of times) assert.equal(timeText(days), text);
});
