import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  brokenLimit,
  type DaysToFull,
  daysToFull,
  type Growth,
  gibFor,
  levelOf,
} from '../../../lib/capacity/outlook.ts';
import type { Retention } from '../../../lib/objects/retention.ts';

const GIB = 1024 ** 3;

/** Growth in GiB per day, with a margin, over a number of days. */
const growth = (perDay: number, margin: number, days = 14): Growth => ({
  perDay: perDay * GIB,
  low: (perDay - margin) * GIB,
  high: (perDay + margin) * GIB,
  days,
});
const use = (used: number, capacity: number) => ({ used: used * GIB, capacity: capacity * GIB });

const never: DaysToFull = { likely: null, soonest: null, latest: null };

describe('days to full', () => {
  const rows: [string, Parameters<typeof daysToFull>, DaysToFull][] = [
    ['what is left by each bound', [use(20, 50), growth(2, 1)], { likely: 15, soonest: 10, latest: 30 }],
    ['never where it shrinks', [use(20, 50), growth(-2, 1)], never],
    [
      'at the earliest alone where nothing is certain',
      [use(20, 50), growth(-1, 4)],
      { ...never, soonest: 10 },
    ],
    [
      'no latest where the low bound does not grow',
      [use(20, 50), growth(2, 4)],
      { likely: 15, soonest: 5, latest: null },
    ],
    ['at rest, never', [use(20, 50), growth(0, 0)], never],
    ['full is full, whatever it does', [use(50, 50), growth(-1, 1)], { likely: 0, soonest: 0, latest: 0 }],
    ['more than full too', [use(51, 50), growth(1, 1)], { likely: 0, soonest: 0, latest: 0 }],
    ['retention comes first: 16 days until 30', [use(20, 50), growth(1.5, 0.1), { time: '30d' }], never],
    [
      'the volume is full before retention at the high bound alone',
      [use(20, 50), growth(1.5, 0.5), { time: '30d' }],
      { ...never, soonest: 15 },
    ],
    [
      'retention comes later: 26 days until 40',
      [use(20, 50), growth(2, 0.5), { time: '40d' }],
      { likely: 15, soonest: 12, latest: 20 },
    ],
    [
      'retention is past, and it grows all the same',
      [use(20, 50), growth(2, 0, 14), { time: '10d' }],
      { likely: 15, soonest: 15, latest: 15 },
    ],
    [
      'what came in over the retention time is there, and it grows all the same',
      [use(40, 50), growth(1, 0), { time: '30d' }],
      { likely: 10, soonest: 10, latest: 10 },
    ],
    ['retentionSize holds it', [use(20, 50), growth(2, 1), { size: '40GB' }], never],
    [
      'retentionSize of more than 85 % does not',
      [use(20, 50), growth(2, 1), { size: '43GB' }],
      { likely: 15, soonest: 10, latest: 30 },
    ],
    [
      'nor one that use has left behind',
      [use(44, 50), growth(2, 1), { size: '40GB' }],
      { likely: 3, soonest: 2, latest: 6 },
    ],
    [
      'no limit at all',
      [use(20, 50), growth(2, 1), { size: '0', time: 'soon' }],
      { likely: 15, soonest: 10, latest: 30 },
    ],
  ];
  for (const [what, [used, grows, retention], wanted] of rows)
    test(what, () => {
      const found = daysToFull(used, grows, retention);
      for (const key of ['likely', 'soonest', 'latest'] as const)
        assert.equal(rounded(found[key]), wanted[key], key);
    });

  const rounded = (days: number | null): number | null =>
    days === null ? null : Math.round(days * 1e6) / 1e6;
});

describe('where use levels off', () => {
  const level = (retention: Retention, used = use(20, 50)): number | undefined =>
    levelOf(used, growth(1.5, 0.1), retention);
  test('is the use when the retention time is reached', () =>
    assert.equal(level({ time: '30d' }), (20 + 1.6 * 16) * GIB));
  test('may exceed the volume', () => assert.equal(level({ time: '34d' }), (20 + 1.6 * 20) * GIB));
  test('is the retention size', () => assert.equal(level({ time: '30d', size: '40GiB' }), 40 * GIB));
  test('does not exist otherwise', () => {
    assert.equal(level({}), undefined);
    assert.equal(level({ time: '14d' }), undefined);
    assert.equal(level({ time: '30d' }, use(45, 50)), undefined);
    assert.equal(levelOf(use(20, 50), growth(-1, 3), { time: '30d' }), undefined);
  });
});

describe('the size for a number of days', () => {
  const gib = (
    days: number,
    retention?: Retention,
    present = 50,
    grows = growth(0.9, 0.1),
  ): number | undefined =>
    gibFor(
      { use: use(20, 48), growth: grows, ...(retention && { retention }) },
      { days, present: present * GIB },
    );
  test('is the use at the upper bound, as 80%', () => assert.equal(gib(100), (20 + 100) / 0.8));
  test('is rounded up to whole Gi', () => assert.equal(gib(101), 152));
  test('is undefined if the current size is enough', () => assert.equal(gib(20), undefined));
  test('is never below the current size', () => assert.equal(gib(100, undefined, 150), undefined));
  test('ignores shrinking', () => assert.equal(gib(100, undefined, 20, growth(-2, 1)), 25));
  test('stops growing at the retention time', () => assert.equal(gib(100, { time: '74d' }), (20 + 60) / 0.8));
  test('is undefined with a retentionSize', () => assert.equal(gib(100, { size: '40GB' }), undefined));

  test('increases with time and growth, and holds the data', () => {
    const number = fc.integer({ min: 1, max: 400 });
    fc.assert(
      fc.property(number, number, number, number, (used, perDay, days, more) => {
        const of = (rate: number, time: number): number =>
          gibFor({ use: use(used, 500), growth: growth(rate / 10, 0) }, { days: time, present: GIB }) ?? 1;
        const size = of(perDay, days);
        assert.ok(of(perDay, days + more) >= size && of(perDay + more, days) >= size);
        assert.ok(used + (perDay / 10) * days <= 0.8 * size + 1e-6);
        assert.ok(used + (perDay / 10) * days > 0.8 * (size - 1) - 1e-6 || size === 1);
      }),
    );
  });
});

test('a retention size has no effect if use is far above it and still growing', () => {
  const retention: Retention = { size: '10GB' };
  const broken = (used: number, grown: Growth) => brokenLimit(use(used, 50), grown, retention);
  assert.equal(broken(11.1, growth(2, 1)), 10 * GIB);
  assert.equal(broken(11, growth(2, 1)), undefined);
  assert.equal(broken(11.1, growth(2, 2)), undefined, 'which may be at rest');
  assert.equal(brokenLimit(use(40, 50), growth(2, 1), {}), undefined);
});
