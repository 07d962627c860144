import { gibFor, levelOf } from '../../../lib/capacity/outlook.ts';
import { notesOf } from '../../../lib/capacity/words.ts';
import type { Measured, Measurement } from '../../../lib/cluster/capacity/measure.ts';
import { growsByHand } from '../../../lib/objects/components.ts';
import { compareQuantities, wholeUnits } from '../../../lib/objects/quantity.ts';
import type { Owned, Owner } from '../../../lib/status/instances.ts';
import { resizeArgs } from '../../../lib/volumes/instance.ts';
import { type ClusterValues, commandText } from '../../shared/words.ts';
import { type VolumeData, volumeData, wholeBytes } from '../shared/volume-data.ts';

/** The JSON output: amounts in bytes, times in days, null for not measured or never. */
export interface Report {
  /** --over and --for. */
  overDays: number;
  forDays: number;
  /** How the Prometheus of each namespace was reached. */
  sources: { namespace: string; via: string }[];
  volumes: VolumeReport[];
  instances: InstanceReport[];
  missing: { namespace: string; claims: string[]; reason: string; hint: string }[];
}

type Named = Pick<Owner, 'namespace' | 'component' | 'kind' | 'name'>;

export interface VolumeReport extends Named, VolumeData {
  claim: string;
  /** The claim's request, as written. */
  size: string;
  leftover: boolean;
  levelsOffAtBytes: number | null;
  notes: string[];
}

export interface InstanceReport extends Named {
  /** The largest request among its claims; null without claims. */
  size: string | null;
  /** The size needed for --for days; null if unknown. */
  sizeNeeded: string | null;
  /** The command that grows its volumes to that size; null if they have it, or no command can. */
  command: string | null;
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
  return {
    overDays: asked.over,
    forDays: asked.horizon,
    sources: measurements.map(({ namespace, via }) => ({ namespace, via })),
    volumes: measured.map((volume) => volumeReport(volume, asked)),
    instances: owned.map(({ owner }) =>
      instanceReport(
        owner,
        measured.filter((volume) => volume.owner === owner && !volume.leftover),
        asked,
      ),
    ),
    missing: measurements.flatMap(({ namespace, missing }) => missing.map((one) => ({ namespace, ...one }))),
  };
}

function volumeReport(volume: Measured, { now, horizon }: Asked): VolumeReport {
  const { owner, claim, leftover, metrics } = volume;
  const { use, growth } = metrics;
  const { retention } = owner;
  return {
    ...named(owner),
    claim: claim.name,
    size: claim.size,
    leftover,
    ...volumeData(metrics),
    levelsOffAtBytes: wholeBytes(use && growth && levelOf(use, growth, retention)),
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
    ...named(owner),
    size,
    sizeNeeded: most,
    command:
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

const named = ({ namespace, component, kind, name }: Owner): Named => ({ namespace, component, kind, name });
