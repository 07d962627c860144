import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Answers } from '../../../lib/sizing/queries.ts';
import { type DiskNeed, type Store, storeSizing } from '../../../lib/sizing/store.ts';

const GIB = 2 ** 30;
const sample = (pod: string, value: number) => ({ labels: { pod }, value });
const answers: Answers = {
  samples: [sample('a', 9000), sample('b', 10_000), sample('other', 1e9)],
  wal: [sample('a', GIB), sample('b', GIB / 2)],
  series: [sample('a', 100_000), sample('b', 200_000)],
  resident: [sample('b', 200_000 * 4096)],
};
const store = (retention: Store['retention']): Store => ({
  name: 'k8s',
  pods: ['a', 'b'],
  retention,
  claim: '50Gi',
});

/** Seconds of 10 days times samples of one byte, a fifth to spare, in MiB. */
const blocks = (10 * 86_400 * 10_000) / 0.8 / 2 ** 20;
const near = (actual: number | undefined, expected: number): void =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 0.001, `${actual} is not ${expected}`);

test('computes disk and memory from the largest pod', () => {
  const { expected, measured, bytesPerSeries } = storeSizing(store({ time: '10d', size: null }), answers, 1);
  near(expected.disk?.lowMiB, blocks + 1024);
  near(expected.disk?.highMiB, 2 * blocks + 1024);
  assert.equal(expected.memoryMiB, 781.25);
  assert.equal(bytesPerSeries, 4096);
  assert.deepEqual(measured, { samplesPerSecond: 10_000, series: 200_000, walMiB: 1024, memoryMiB: 781.25 });
});

test('another number of nodes changes the expected values, not the measured ones', () => {
  const [one, three] = [1, 3].map((growth) =>
    storeSizing(store({ time: '10d', size: null }), answers, growth),
  );
  assert.deepEqual(three?.measured, one?.measured);
  near(three?.expected.disk?.highMiB, 3 * (2 * blocks + 1024));
  assert.equal(three?.expected.memoryMiB, 3 * 781.25);
  assert.equal(three?.expected.series, 600_000);
});

const bounds: [string, Store['retention'], Answers, [number, number, DiskNeed['by']] | null][] = [
  ['a size that is reached first', { time: '10d', size: '8GB' }, answers, [10_240, 10_240, 'retentionSize']],
  ['a size that may be reached', { time: '10d', size: '16GB' }, answers, [blocks + 1024, 20_480, 'samples']],
  ['a size alone', { time: null, size: '8GB' }, answers, [10_240, 10_240, 'retentionSize']],
  ['a size, and no samples', { time: '10d', size: '8GB' }, {}, [10_240, 10_240, 'retentionSize']],
  ['a time, and no samples', { time: '10d', size: null }, { wal: answers.wal ?? [] }, null],
  [
    'no WAL',
    { time: '10d', size: null },
    { samples: answers.samples ?? [] },
    [blocks, 2 * blocks, 'samples'],
  ],
  ['a size below the WAL', { time: '10d', size: '512MB' }, answers, [1280, 1280, 'wal']],
  ['a size as large as the WAL', { time: '10d', size: '1GB' }, answers, [1280, 1280, 'wal']],
  ['a size below the WAL, and no samples', { time: null, size: '512MB' }, answers, [1280, 1280, 'wal']],
  ['a time that is shorter than the WAL', { time: '1s', size: null }, answers, [1280, 1280, 'wal']],
  ['no samples and no WAL', { time: '10d', size: null }, { samples: [sample('a', 0)] }, [0, 0, 'samples']],
  ['a time that is none', { time: 'long', size: null }, answers, null],
];
for (const [what, retention, given, range] of bounds)
  test(`disk for ${what}`, () => {
    const { disk } = storeSizing(store(retention), given, 1).expected;
    if (!range) assert.equal(disk, null);
    else {
      near(disk?.lowMiB, range[0]);
      near(disk?.highMiB, range[1]);
      assert.equal(disk?.by, range[2]);
    }
  });

test('needs both measures for memory', () => {
  for (const missing of ['series', 'resident'] as const)
    assert.equal(
      storeSizing(store({ time: '1d', size: null }), { ...answers, [missing]: [] }, 1).expected.memoryMiB,
      null,
    );
});

test('more samples, longer retention and more nodes never need less', () => {
  const positive = fc.double({ min: 0.1, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(
      positive,
      fc.integer({ min: 1, max: 400 }),
      fc.double({ min: 1, max: 50, noNaN: true }),
      (rate, days, more) => {
        const need = (samples: number, time: number, growth: number): number =>
          storeSizing(
            store({ time: `${time}d`, size: null }),
            { ...answers, samples: [sample('a', samples)] },
            growth,
          ).expected.disk?.highMiB ?? 0;
        const least = need(rate, days, 1);
        assert.ok(least > 0);
        for (const other of [need(rate * more, days, 1), need(rate, days + 1, 1), need(rate, days, more)])
          assert.ok(other >= least - 0.001);
      },
    ),
  );
});
