import type { DaysToFull, VolumeMetrics } from '../../../lib/capacity/outlook.ts';

/** What documents say of a volume as it is measured: amounts in bytes, times in days; null where it is not, or never comes. */
export interface VolumeData {
  usedBytes: number | null;
  /** Of its file system, which are a little less than the claim's. */
  fileSystemBytes: number | null;
  growthBytesPerDay: { likely: number; low: number; high: number } | null;
  /** From the first measurement of the growth to the last. */
  measuredDays: number | null;
  daysToFull: DaysToFull | null;
}

/** What is said of a volume measured so; undefined: no metrics server could be asked. */
export function volumeData(
  metrics: Pick<VolumeMetrics, 'use' | 'growth' | 'daysToFull'> | undefined,
): VolumeData {
  const { use, growth, daysToFull } = metrics ?? {};
  return {
    usedBytes: wholeBytes(use?.used),
    fileSystemBytes: wholeBytes(use?.capacity),
    growthBytesPerDay: growth
      ? { likely: Math.round(growth.perDay), low: Math.round(growth.low), high: Math.round(growth.high) }
      : null,
    measuredDays: hundredths(growth?.days),
    daysToFull: daysToFull
      ? {
          likely: hundredths(daysToFull.likely),
          soonest: hundredths(daysToFull.soonest),
          latest: hundredths(daysToFull.latest),
        }
      : null,
  };
}

/** Bytes without a fraction. */
export const wholeBytes = (bytes: number | undefined): number | null =>
  bytes === undefined ? null : Math.round(bytes);

/** Days to a hundredth: more is not meant. */
const hundredths = (days: number | null | undefined): number | null =>
  days == null ? null : Math.round(days * 100) / 100;
