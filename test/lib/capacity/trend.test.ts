import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { growthOf, quantile, sinceReset } from '../../../lib/capacity/outlook.ts';
import { noisyLine, type Point } from './series.ts';

const GIB = 1024 ** 3;
const DAY = 86_400;
const START = 1_767_225_600;

/** One point per 90 minutes, as in a query of fourteen days. */
const line = (days: number, used: (day: number) => number, step = 5_400): Point[] =>
  Array.from({ length: Math.floor((days * DAY) / step) + 1 }, (_, index) => [
    START + index * step,
    used((index * step) / DAY),
  ]);

const near = (actual: number | undefined, wanted: number, margin: number): void =>
  assert.ok(actual !== undefined && Math.abs(actual - wanted) <= margin, `${actual} is not about ${wanted}`);

describe('a straight line', () => {
  test('has its slope, and an interval of width 0', () => {
    const growth = growthOf(line(14, (day) => 10 * GIB + day * GIB));
    near(growth?.perDay, GIB, 1);
    near(growth?.low, GIB, 1);
    near(growth?.high, GIB, 1);
    assert.equal(growth?.days, 14);
  });

  test('does not grow if flat', () => {
    assert.deepEqual(growthOf(line(2, () => 5)), { perDay: 0, low: 0, high: 0, days: 2 });
  });
});

test('a sawtooth has a far wider interval than independent errors would give', () => {
  // Half a day of growth is freed at a time, repeatedly.
  const growth = growthOf(line(14, (day) => GIB * (40 + (day % 0.8)), 3_600));
  assert.ok(growth && growth.low < 0 && growth.high > 0, 'no growth is certain');
  assert.ok(growth.high - growth.low > 0.02 * GIB);
});

describe('the true slope', () => {
  /** How many series have the true slope in their interval, by a generator with that seed. */
  const share = (alike: number, points: number): number => {
    const cases = 400;
    const hits = Array.from({ length: cases }, (_, seed) => {
      const slope = 1_000 * (seed % 7);
      const growth = growthOf(noisyLine({ seed, slope, points, alike, noise: 5_000 }));
      return growth && growth.low <= slope && slope <= growth.high ? 1 : 0;
    });
    return hits.reduce((sum: number, hit) => sum + hit, 0) / cases;
  };

  for (const [alike, points] of [
    [0, 30],
    [0, 200],
    [0.5, 60],
    [0.5, 200],
    [0.8, 200],
  ] as const)
    test(`lies in the interval of nine in ten series with ${points} points with autocorrelation ${alike}`, () => {
      const found = share(alike, points);
      assert.ok(found >= 0.9, `only in ${found}`);
    });

  test('lies in the interval of flat series, too', () => {
    const zero = Array.from({ length: 300 }, (_, seed) =>
      growthOf(noisyLine({ seed, slope: 0, points: 150, alike: 0.3, noise: 1e6 })),
    ).filter((growth) => growth && growth.low <= 0 && growth.high >= 0);
    assert.ok(zero.length >= 270, `only ${zero.length} of 300`);
  });
});

describe('properties of growth', () => {
  const series = fc
    .record({
      seed: fc.nat(10_000),
      slope: fc.integer({ min: -500, max: 500 }),
      points: fc.integer({ min: 10, max: 80 }),
    })
    .map((options) => noisyLine({ ...options, alike: 0.4, noise: 2_000 }));

  test('doubles with the bytes', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 2, max: 50 }), (points, factor) => {
        const [one, other] = [growthOf(points), growthOf(points.map(([at, used]) => [at, used * factor]))];
        assert.ok(one && other);
        for (const key of ['perDay', 'low', 'high'] as const)
          near(other[key], one[key] * factor, 1e-3 * factor);
      }),
    );
  });

  test('does not depend on the start time or a constant offset', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 10_000 }), fc.nat(1_000_000), (points, later, more) => {
        const moved = points.map(([at, used]): Point => [at + later * 60, used + more]);
        const [one, other] = [growthOf(points), growthOf(moved)];
        assert.ok(one && other);
        for (const key of ['perDay', 'low', 'high'] as const) near(other[key], one[key], 1e-3);
      }),
    );
  });

  test('lies in the middle of its interval', () => {
    fc.assert(
      fc.property(series, (points) => {
        const growth = growthOf(points);
        assert.ok(growth && growth.low <= growth.perDay && growth.perDay <= growth.high);
        near((growth.low + growth.high) / 2, growth.perDay, 1e-3);
      }),
    );
  });
});

describe('a volume that was emptied', () => {
  const points = [
    ...line(5, (day) => GIB * (10 + day)),
    ...line(3, (day) => GIB * (1 + 2 * day)).map(([at, used]): Point => [at + 5.1 * DAY, used]),
  ];

  test('is measured from then on', () => {
    const growth = growthOf(points);
    near(growth?.perDay, 2 * GIB, 1);
    assert.equal(growth?.days, 3);
  });

  test('does not count deletions by retention as emptying', () => {
    const kept: Point[] = [
      [0, 100],
      [60, 70],
      [120, 75],
      [180, 40],
    ];
    assert.deepEqual(sinceReset(kept), kept);
    assert.deepEqual(sinceReset([...kept, [240, 19], [300, 20]]), [
      [240, 19],
      [300, 20],
    ]);
  });
});

test('too few measurements give no growth', () => {
  const ten = line(1, (day) => day, 8_640);
  assert.ok(growthOf(ten.slice(0, 10)), 'ten points over nine tenths of a day');
  assert.equal(growthOf(ten.slice(0, 9)), undefined, 'nine points');
  assert.equal(growthOf(line(0.24, (day) => day, 300)), undefined, 'less than six hours');
  assert.equal(growthOf([]), undefined, 'none');
});

test("the quantile of Student's distribution", () => {
  for (const [freedom, wanted] of [
    [2, 4.303],
    [3, 3.182],
    [5, 2.571],
    [10, 2.228],
    [30, 2.042],
    [1_000, 1.962],
  ] as const)
    near(quantile(freedom), wanted, 0.06);
});
