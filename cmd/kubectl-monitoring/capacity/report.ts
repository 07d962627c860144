import { byFill, fillOf } from '../../../lib/capacity/fill.ts';
import { gibFor } from '../../../lib/capacity/outlook.ts';
import { notesOf } from '../../../lib/capacity/words.ts';
import type { Measured, Measurement } from '../../../lib/cluster/capacity/measure.ts';
import { growsByHand } from '../../../lib/objects/components.ts';
import { compareQuantities, wholeUnits } from '../../../lib/objects/quantity.ts';
import type { Owned, Owner } from '../../../lib/status/instances.ts';
import { resizeArgs } from '../../../lib/volumes/instance.ts';
import type { ClusterValues } from '../../../lib/words/shell.ts';
import { type Verdict, worstVerdict } from '../../../lib/words/verdict.ts';
import { resultOf } from '../../shared/render.ts';
import { commandText } from '../../shared/words.ts';
import { MONITORING } from '../shared/plugin.ts';
import { type VolumeItem, volumeItem } from '../shared/volume-data.ts';

/** What the data is called. */
export const KIND = 'CapacityList';

/** The JSON output: amounts in bytes, times in days, null for not measured or never. */
export interface Report {
  apiVersion: string;
  kind: string;
  verdict: Verdict;
  exitCode: 0;
  /** --over and --for. */
  overDays: number;
  forDays: number;
  /** How the Prometheus of each namespace was reached. */
  sources: { namespace: string; via: string }[];
  /** The volumes, those of one owner together, the most severe first. */
  items: VolumeReport[];
  instances: InstanceReport[];
  missing: { namespace: string; claims: string[]; message: string; hint: string }[];
}

export interface VolumeReport extends VolumeItem {
  notes: string[];
}

/** What has volumes: an instance, or the workload of the dashboard UI. */
export interface InstanceReport {
  metadata: { name: string; namespace: string };
  kind: string;
  part: Owner['component'];
  /** The largest request among its claims; null without claims. */
  size: string | null;
  /** The size needed for --for days; null if unknown. */
  sizeNeeded: string | null;
  /** The command that grows its volumes to that size; null if they have it, or no command can. */
  next: string | null;
  /** Where its data is, if not on claims: `emptyDir`. */
  elsewhere: string | null;
}

interface Asked {
  now: Date;
  over: number;
  horizon: number;
  values: ClusterValues;
}

export function reportOf(
  owned: readonly Owned[],
  measurements: readonly Measurement[],
  asked: Asked,
): Report {
  const measured = measurements.flatMap(({ volumes }) => volumes);
  const items = [...Map.groupBy(measured, ({ owner }) => owner).values()].map((volumes) =>
    volumes.map((volume) => volumeReport(volume, asked)).toSorted(byFill),
  );
  return resultOf(MONITORING, KIND, {
    verdict: worstVerdict(
      items.flat().map(({ verdict }) => verdict),
      'unknown',
    ),
    exitCode: 0 as const,
    overDays: asked.over,
    forDays: asked.horizon,
    sources: measurements.map(({ namespace, via }) => ({ namespace, via })),
    items: items.toSorted(([one], [other]) => (one && other ? byFill(one, other) : 0)).flat(),
    // Those that need a command first.
    instances: owned
      .map(({ owner }) =>
        instanceReport(
          owner,
          measured.filter((volume) => volume.owner === owner && !volume.orphaned),
          asked,
        ),
      )
      .toSorted((one, other) => Number(one.next === null) - Number(other.next === null)),
    missing: measurements.flatMap(({ namespace, missing }) =>
      missing.map(({ claims, reason: message, hint, next: words }) => ({
        ...{ namespace, claims, message },
        hint: words ? `${hint} See: ${commandText({ words, namespace }, asked)}` : hint,
      })),
    ),
  });
}

function volumeReport(volume: Measured, { now, horizon }: Asked): VolumeReport {
  const { owner, claim, orphaned, metrics } = volume;
  const { retention, namespace } = owner;
  return {
    ...volumeItem({ namespace, claim, owner, orphaned, ...fillOf(volume) }, { metrics, retention }),
    notes: notesOf(metrics, { retention, now, horizon }),
  };
}

function instanceReport(owner: Owner, volumes: Measured[], { horizon, values }: Asked): InstanceReport {
  const size = largest(volumes.map(({ claim }) => claim.size));
  const needs = volumes.map((volume) => needOf(volume, horizon)).filter((need) => need !== undefined);
  const most = largest([...needs, ...(needs.length > 0 && size ? [size] : [])]);
  const { component, name, namespace } = owner;
  const isDue = most !== null && volumes.some(({ claim }) => compareQuantities(claim.size, most) < 0);
  return {
    metadata: { name, namespace },
    kind: owner.kind,
    part: component,
    size,
    sizeNeeded: most,
    next:
      isDue && !growsByHand(component)
        ? commandText({ words: resizeArgs({ component, name }, most), namespace }, { values })
        : null,
    elsewhere: owner.elsewhere ?? null,
  };
}

const largest = (sizes: string[]): string | null => sizes.toSorted(compareQuantities).at(-1) ?? null;

/** The size that one volume needs; undefined if its growth is unknown. */
function needOf({ claim, metrics: { use, growth }, owner }: Measured, days: number): string | undefined {
  if (!use || !growth) return undefined;
  const present = Number(wholeUnits(claim.size));
  const gib = gibFor({ use, growth, retention: owner.retention }, { days, present });
  return gib === undefined ? claim.size : `${gib}Gi`;
}
