export const GIB = 2 ** 30;

/** When all measurements start. */
const START = '2026-01-01T00:00:00.000Z';

/** A volume of 100Gi with 50Gi in use on 2026-01-11, after ten days of measurements, which grows by 5Gi a day. */
export const volume = (given: object = {}): Record<string, unknown> => ({
  metadata: { name: 'db-0', namespace: 'monitoring-system' },
  verdict: 'at-risk',
  size: '100Gi',
  capacity: '100Gi',
  orphaned: false,
  usedBytes: 50 * GIB,
  fileSystemBytes: 100 * GIB,
  growthBytesPerDay: { likely: 5 * GIB, low: 2.5 * GIB, high: 10 * GIB },
  measuredDays: 10,
  daysToFull: { likely: 10, soonest: 5, latest: 20 },
  levelsOffAtBytes: null,
  retention: null,
  history: days([0, 10, 20, 30, 40, null, 40, 40, 45, 50]),
  ...given,
});

/** One value a day, in Gi; null: a gap. */
export const days = (gib: (number | null)[]) => ({
  start: START,
  stepSeconds: 86_400,
  usedBytes: gib.map((value) => (value === null ? null : value * GIB)),
});

/** A year of measurements with a lot to say: as much markup as there can be. */
export const longest = volume({
  metadata: { name: 'x'.repeat(253) },
  usedBytes: 99.9 * GIB,
  growthBytesPerDay: { likely: 0.123 * GIB, low: 0.1 * GIB, high: 0.2 * GIB },
  daysToFull: { likely: 100.5, soonest: 90.4, latest: 123.4 },
  retention: { sizeBytes: 99 * GIB, days: 400 },
  levelsOffAtBytes: 99 * GIB,
  history: {
    start: START,
    stepSeconds: 3 * 86_400,
    usedBytes: Array.from({ length: 120 }, (_, index) => (50 + index / 3) * GIB),
  },
});
