import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthOf, type VolumeMetrics } from '../../../lib/capacity/outlook.ts';
import { notesOf } from '../../../lib/capacity/words.ts';
import type { Retention } from '../../../lib/objects/retention.ts';

const GIB = 1024 ** 3;
const DAY = 86_400;
const now = new Date('2026-01-02T03:04:05Z');

/** A volume of 50 GiB with a point per hour: GiB used, GiB per day, and days. */
function metrics(used: number, perDay: number, days: number, step = 3_600): VolumeMetrics {
  const end = now.getTime() / 1000;
  const count = Math.floor((days * DAY) / step);
  const points = Array.from({ length: count + 1 }, (_, index): [number, number] => {
    const at = end - (count - index) * step;
    return [at, (used - (perDay * (end - at)) / DAY) * GIB];
  });
  return {
    namespace: 'monitoring-system',
    claim: 'db-0',
    use: { used: used * GIB, capacity: 50 * GIB },
    growth: growthOf(points),
    daysToFull: undefined,
    points,
  };
}

const notes = (volume: VolumeMetrics, retention: Retention = {}, horizon = 180): string[] =>
  notesOf(volume, { retention, now, horizon });

test('has no notes for a volume that is measured long enough', () => {
  assert.deepEqual(notes(metrics(20, 1, 14)), []);
  assert.deepEqual(notes({ ...metrics(20, 1, 14), use: undefined, growth: undefined, points: [] }), []);
});

test('notes retention that ends growth', () => {
  assert.deepEqual(notes(metrics(20, 1, 14), { size: '40GB' }), [
    'retentionSize 40GB caps use at 40Gi: beyond that, the oldest data is deleted, whatever the retention time',
  ]);
  assert.deepEqual(notes(metrics(20, 1, 14), { time: '30d' }), [
    'use levels off at or below 36Gi, when data reaches its retention time (30d) in 16 days',
  ]);
  assert.deepEqual(notes(metrics(20, 1, 14), { time: '90d' }), [
    'use would only level off near 96Gi, when data reaches its retention time (90d) in 76 days',
  ]);
});

test('notes a retention size that has no effect: use is far above it and growing', () => {
  const broken =
    'retentionSize 30GB does not limit use: 40Gi is used, and use is growing. Its pod may not have restarted since it was set, or the volume holds files that Prometheus does not count: to see what its pod runs with, run status for this namespace';
  assert.deepEqual(notes(metrics(40, 1, 14), { size: '30GB' }), [broken]);
  assert.deepEqual(notes(metrics(32, 1, 14), { size: '30GB' }), [
    'retentionSize 30GB caps use at 30Gi: beyond that, the oldest data is deleted, whatever the retention time',
  ]);
  assert.deepEqual(notes(metrics(40, -1, 14), { size: '30GB' }), []);
});

const REACHED =
  'its retention time (30d) appears to be reached, yet use still grows: more data comes in than before';
const reached: [string, VolumeMetrics, Retention, string[]][] = [
  ['the volume has as much as comes in over it already', metrics(40, 1, 14), { time: '30d' }, [REACHED]],
  ['it lies within what was measured', metrics(40, 1, 31), { time: '30d' }, [REACHED]],
  [
    'the volume fills before its retention size',
    metrics(40, 1, 14),
    { time: '30d', size: '49GB' },
    [REACHED],
  ],
  [
    'little is measured',
    metrics(40, 1, 2),
    { time: '30d' },
    [REACHED, '2 days of measurements say little about 180 days'],
  ],
  ['an invalid time', metrics(40, 1, 14), { time: 'long' }, []],
  ['use stays as it is', metrics(40, 0, 14), { time: '30d' }, []],
  ['use shrinks', metrics(40, -1, 14), { time: '30d' }, []],
];
for (const [what, volume, retention, said] of reached)
  test(`a retention time that holds no growth back, where ${what}`, () => {
    assert.deepEqual(notes(volume, retention), said);
  });

test('notes a short history', () => {
  assert.deepEqual(notes(metrics(20, 1, 0.125)), [
    'measured for only 3 hours: growth needs at least 6 hours',
  ]);
  assert.deepEqual(notes(metrics(20, 1, 0.5, 7_200)), [
    'measured only 7 times, but growth needs 10: a shorter --over takes measurements at shorter intervals',
  ]);
  assert.deepEqual(notes(metrics(20, 1, 2)), ['2 days of measurements say little about 180 days']);
  assert.deepEqual(notes(metrics(20, 1, 2), {}, 40), []);
  assert.deepEqual(notes(metrics(20, 0, 2)), []);
});

test('a volume that was emptied', () => {
  const [before, since] = [metrics(40, 1, 14), metrics(10, 1, 9)];
  const points = [...before.points.slice(0, 100), ...since.points];
  assert.deepEqual(notes({ ...since, points }), [
    'use fell by more than half 9 days ago, as when a volume is emptied or replaced: growth is measured since then',
  ]);
});
