import type { DaysToFull, VolumeMetrics } from '../../../lib/capacity/outlook.ts';
import type { VolumeState } from '../../../lib/status/block.ts';
import type { Verdict } from '../../../lib/words/verdict.ts';
import { itemOf } from '../../shared/render.ts';

/** A measured volume in JSON: amounts in bytes, times in days; null for not measured or never. */
export interface VolumeData {
  usedBytes: number | null;
  /** Size of the file system, a little less than the claim's. */
  fileSystemBytes: number | null;
  growthBytesPerDay: { likely: number; low: number; high: number } | null;
  /** Days from the first to the last measurement of the growth. */
  measuredDays: number | null;
  daysToFull: DaysToFull | null;
}

/** A volume in JSON, as every command shows it: the claim is the object. */
export const volumeItem = (
  {
    namespace,
    claim,
    verdict,
    reason,
    owner,
    leftover,
    ...its
  }: Omit<VolumeState, 'metrics'> & { verdict: Verdict; reason: string },
  metrics: VolumeState['metrics'],
) => ({
  ...itemOf({ name: claim.name, namespace, verdict, reason }),
  owner: { kind: owner.kind, name: owner.name, part: owner.component },
  size: claim.size,
  templateSize: its.templateSize ?? null,
  capacity: claim.capacity ?? null,
  orphaned: leftover,
  ...volumeData(metrics),
});

/** @param metrics undefined if no metrics server could be queried. */
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

export const wholeBytes = (bytes: number | undefined): number | null =>
  bytes === undefined ? null : Math.round(bytes);

/** Days to a hundredth: they are not more precise. */
const hundredths = (days: number | null | undefined): number | null =>
  days == null ? null : Math.round(days * 100) / 100;
