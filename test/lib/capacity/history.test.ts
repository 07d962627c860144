import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { historyOf, MOST_VALUES } from '../../../lib/capacity/history.ts';
import type { Point } from './series.ts';

/** 2026-01-01T00:00:00Z. */
const START = 1_767_225_600;
const HOUR = 3_600;

/** One point an hour; undefined: none. */
const hourly = (values: (number | undefined)[]): Point[] =>
  values.flatMap((used, index): Point[] => (used === undefined ? [] : [[START + index * HOUR, used]]));

describe('the history of a volume', () => {
  test('has every measurement if they are few, and null where one is missing', () => {
    assert.deepEqual(historyOf(hourly([1, 2.4, undefined, undefined, 5])), {
      start: '2026-01-01T00:00:00.000Z',
      stepSeconds: HOUR,
      usedBytes: [1, 2, null, null, 5],
    });
  });

  test('has the maximum of each bucket if they are many, and ends with a full bucket', () => {
    const values = Array.from({ length: 225 }, (_, index) => index);
    const history = historyOf(hourly(values));
    assert.deepEqual(
      [history?.start, history?.stepSeconds, history?.usedBytes.length],
      ['2025-12-31T23:00:00.000Z', 2 * HOUR, 113],
    );
    assert.deepEqual(history?.usedBytes.slice(0, 3), [0, 2, 4]);
    assert.equal(history?.usedBytes.at(-1), 224);
  });

  test('has gaps of whole buckets', () => {
    const values = Array.from({ length: 300 }, (_, index) => (index >= 100 && index < 200 ? undefined : 7));
    const { usedBytes = [], stepSeconds } = historyOf(hourly(values)) ?? {};
    assert.deepEqual([usedBytes.length, stepSeconds], [100, 3 * HOUR]);
    assert.deepEqual(
      [usedBytes.indexOf(null), usedBytes.lastIndexOf(null), usedBytes.filter((one) => one === null).length],
      [34, 65, 32],
    );
  });

  const none: [string, Point[]][] = [
    ['no measurement', []],
    ['one measurement', hourly([1])],
    ['times that do not ascend', hourly([1, 2]).toReversed()],
    ['two measurements of one time', [...hourly([1]), ...hourly([2])]],
    [
      'times that are no dates',
      [
        [9e14, 1],
        [9e15, 2],
      ],
    ],
  ];
  for (const [what, points] of none)
    test(`is undefined for ${what}`, () => assert.equal(historyOf(points), undefined));

  test('has at most 120 values, the highest of all, and covers all times', () => {
    const points = fc
      .uniqueArray(fc.tuple(fc.nat(5_000), fc.nat(2 ** 40)), {
        minLength: 2,
        maxLength: 300,
        selector: ([at]) => at,
      })
      .map((all) =>
        all.toSorted(([one], [other]) => one - other).map(([at, used]): Point => [START + at * 60, used]),
      );
    fc.assert(
      fc.property(points, (all) => {
        const history = historyOf(all);
        assert.ok(history);
        const { start, stepSeconds, usedBytes } = history;
        assert.ok(usedBytes.length >= 2 && usedBytes.length <= MOST_VALUES);
        assert.equal(Math.max(...usedBytes.map((one) => one ?? 0)), Math.max(...all.map(([, used]) => used)));
        const from = Date.parse(start) / 1000;
        const [first, last] = [all[0]?.[0] ?? 0, all.at(-1)?.[0] ?? 0];
        assert.ok(from <= first);
        assert.ok(last < from + usedBytes.length * stepSeconds);
        for (const [at, used] of all)
          assert.ok((usedBytes[Math.floor((at - from) / stepSeconds)] ?? -1) >= used);
      }),
    );
  });
});
