import type { BlockVerdict } from '../../../lib/capacity/fill.ts';
import type { DaysToFull, VolumeMetrics } from '../../../lib/capacity/outlook.ts';
import type { VolumeState } from '../../../lib/status/block.ts';

/** A measured volume in JSON: amounts in bytes, times in days; null for not measured or never. */
interface VolumeData {
  usedBytes: number | null;
  /** Size of the file system, a little less than the claim's. */
  fileSystemBytes: number | null;
  growthBytesPerDay: { likely: number; low: number; high: number } | null;
  /** Days from the first to the last measurement of the growth. */
  measuredDays: number | null;
  daysToFull: DaysToFull | null;
}

/** A volume in JSON, as every command shows it; the claim is the object. */
export interface VolumeItem extends VolumeData {
  metadata: { name: string; namespace: string };
  verdict: BlockVerdict;
  reason: string;
  owner: { kind: string; name: string; part: VolumeState['owner']['component'] };
  /** The claim's request, and the size that it has, as written. */
  size: string;
  capacity: string | null;
  orphaned: boolean;
}

export const volumeItem = (
  {
    namespace,
    claim: { name, size, capacity },
    verdict,
    reason,
    owner,
    orphaned,
  }: Pick<VolumeState, 'namespace' | 'claim' | 'owner' | 'orphaned'> & Pick<VolumeItem, 'verdict' | 'reason'>,
  metrics: VolumeState['metrics'],
): VolumeItem => ({
  metadata: { name, namespace },
  verdict,
  reason,
  owner: { kind: owner.kind, name: owner.name, part: owner.component },
  size,
  capacity: capacity ?? null,
  orphaned,
  ...volumeData(metrics),
});

/** @param metrics undefined if no metrics server could be queried. */
function volumeData(metrics: Pick<VolumeMetrics, 'use' | 'growth' | 'daysToFull'> | undefined): VolumeData {
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
