import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVolumes } from '../../../../lib/cluster/metrics/read-volumes.ts';
import type { MetricsSource } from '../../../../lib/cluster/metrics/source.ts';
import type { Sample, Series } from '../../../../lib/metrics/query.ts';

const GIB = 1024 ** 3;
const DAY = 86_400;
const now = new Date('2026-01-02T03:04:05Z');

const source = (samples: Sample[], series: Series[] = []): MetricsSource => ({
  via: 'nothing',
  vector: async () => samples,
  matrix: async () => series,
  faultOf: async () => undefined,
  presence: async () => ({ series: [], warnings: [] }),
  data: async () => undefined,
  close: async () => {},
});

/** A metric of a claim, in GiB. */
const sample = (what: string, claim: string, gib: number): Sample => ({
  labels: { __name__: `kubelet_volume_stats_${what}_bytes`, persistentvolumeclaim: claim },
  value: gib * GIB,
});

/** One GiB per day, a point per hour. */
const grown = (claim: string, days: number): Series => ({
  labels: { persistentvolumeclaim: claim },
  points: Array.from({ length: days * 24 + 1 }, (_, hour) => [
    now.getTime() / 1000 - days * DAY + hour * 3_600,
    (20 + hour / 24) * GIB,
  ]),
});

const ask = { namespace: 'monitoring-system', now };

test('returns claims in the given order, and undefined for missing metrics', async () => {
  const samples = [sample('used', 'db-1', 30), sample('capacity', 'db-1', 50), sample('used', 'other', 9)];
  const [first, second, ...others] = await readVolumes(source(samples, [grown('db-1', 10)]), {
    ...ask,
    claims: ['db-0', 'db-1'],
  });
  assert.deepEqual(others, []);
  assert.deepEqual(first, {
    namespace: 'monitoring-system',
    claim: 'db-0',
    use: undefined,
    growth: undefined,
    daysToFull: undefined,
    points: [],
  });
  assert.deepEqual(second?.use, { used: 30 * GIB, capacity: 50 * GIB });
  assert.equal(second?.points.length, 241);
  assert.equal(Math.round(second?.growth?.perDay ?? 0), GIB);
  assert.equal(Math.round(second?.daysToFull?.likely ?? 0), 20);
});

test('subtracts the space reserved for root, even if kubelets disagree', async () => {
  const use = async (available: number) => {
    const samples = [
      sample('used', 'db', 30),
      sample('capacity', 'db', 50),
      sample('available', 'db', available),
    ];
    const [volume] = await readVolumes(source(samples), { ...ask, claims: ['db'] });
    return volume?.use?.capacity;
  };
  assert.equal(await use(17.5), 47.5 * GIB);
  assert.equal(await use(25), 50 * GIB);
});

test('treats a volume of size 0 as unmeasured', async () => {
  const samples = [sample('used', 'db', 0), sample('capacity', 'db', 0), sample('available', 'db', 0)];
  const [volume] = await readVolumes(source(samples, [grown('db', 10)]), { ...ask, claims: ['db'] });
  assert.deepEqual([volume?.use, volume?.daysToFull], [undefined, undefined]);
});

test('distinguishes retention that ends growth from one that does not', async () => {
  const samples = ['db-0', 'db-1'].flatMap((claim) => [
    sample('used', claim, 30),
    sample('capacity', claim, 50),
  ]);
  const series = [grown('db-0', 10), grown('db-1', 10)];
  const retention = { 'db-0': { size: '40GB' }, 'db-1': { size: '49GB' } };
  const volumes = await readVolumes(source(samples, series), { ...ask, claims: ['db-0', 'db-1'], retention });
  assert.deepEqual(
    volumes.map(({ daysToFull }) => daysToFull?.likely != null),
    [false, true],
  );
});

test('queries the requested time range', async () => {
  const asked: number[] = [];
  const about = async (over?: number): Promise<void> => {
    const listening: MetricsSource = {
      ...source([]),
      matrix: async ({ from, to }) => {
        asked.push((to.getTime() - from.getTime()) / 1000 / DAY);
        return [];
      },
    };
    await readVolumes(listening, { ...ask, claims: [], ...(over !== undefined && { over }) });
  };
  await about();
  await about(30);
  await about(0.5);
  assert.deepEqual(asked, [14, 30, 0.5]);
});
