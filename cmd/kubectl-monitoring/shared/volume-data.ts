import type { BlockVerdict } from '../../../lib/capacity/fill.ts';
import { type History, historyOf } from '../../../lib/capacity/history.ts';
import { type DaysToFull, levelOf, type VolumeMetrics } from '../../../lib/capacity/outlook.ts';
import { type Retention, retentionBytes, retentionDays } from '../../../lib/objects/retention.ts';
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
  /** Where retention ends the growth; null if it does not. */
  levelsOffAtBytes: number | null;
  /** When the owner deletes its oldest data; null without a limit. */
  retention: { sizeBytes: number | null; days: number | null } | null;
  /** Measured use over time; null if it was measured less than twice. */
  history: History | null;
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
  measured: Measurements,
): VolumeItem => ({
  metadata: { name, namespace },
  verdict,
  reason,
  owner: { kind: owner.kind, name: owner.name, part: owner.component },
  size,
  capacity: capacity ?? null,
  orphaned,
  ...volumeData(measured),
});

interface Measurements {
  /** Undefined if no metrics server could be queried. */
  metrics: Pick<VolumeMetrics, 'use' | 'growth' | 'daysToFull' | 'points'> | undefined;
  /** Of the owner; undefined if it has none. */
  retention: Retention | undefined;
}

function volumeData({ metrics, retention = {} }: Measurements): VolumeData {
  const { use, growth, daysToFull, points = [] } = metrics ?? {};
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
    levelsOffAtBytes: wholeBytes(use && growth && levelOf(use, growth, retention)),
    retention: retentionData(retention),
    history: historyOf(points) ?? null,
  };
}

function retentionData(retention: Retention): VolumeData['retention'] {
  const sizeBytes = wholeBytes(retentionBytes(retention));
  const days = hundredths(retentionDays(retention));
  return sizeBytes === null && days === null ? null : { sizeBytes, days };
}

/** A number with hundreds of digits is no amount. */
const wholeBytes = (bytes: number | undefined): number | null =>
  Number.isFinite(bytes) ? Math.round(bytes ?? 0) : null;

/** Days to a hundredth: they are not more precise. */
const hundredths = (days: number | null | undefined): number | null =>
  Number.isFinite(days) ? Math.round((days ?? 0) * 100) / 100 : null;
