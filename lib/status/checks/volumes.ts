import { fillOf } from '../../capacity/fill.ts';
import { brokenLimit } from '../../capacity/outlook.ts';
import { fullText, percentText, shareOf } from '../../capacity/words.ts';
import { COMPONENTS, growsByHand } from '../../objects/components.ts';
import { VALUES_KEYS } from '../../objects/names.ts';
import { bytesText, compareQuantities, parseQuantity, sameQuantity } from '../../objects/quantity.ts';
import { conditionsText, isInfeasible } from '../../volumes/claim.ts';
import { recordName } from '../../volumes/record.ts';
import type { Block, InstanceState, VolumeState } from '../block.ts';
import { type Check, describing, ofInstances, ofVolumes, type Problem } from './finding.ts';
import { growing, ownerOf, resizing, resuming, templateAdvice } from './resizing.ts';

/** Checks of what loses data. */
export const losses: Check[] = [
  // Every volume has room for another day, and less than 95 % of it is used (§4.C).
  ofVolumes(
    'disk-full',
    'critical',
    (volume, block) =>
      fillOf(volume).reason === 'disk-full' && { message: roomText(volume), ...growing(block, volume) },
  ),
  // Every resize is finished (§4.C).
  ofInstances('unfinished-resize', 'critical', unfinished),
];

/** Checks of volumes that may lose data later. */
export const volumes: Check[] = [
  // No volume is likely to be full within 30 days (§4.C).
  ofVolumes('disk-filling', 'warning', (volume, block) => {
    const { daysToFull } = volume.metrics ?? {};
    if (!daysToFull || fillOf(volume).reason !== 'disk-filling') return false;
    return {
      message: `it is likely to be ${fullText(daysToFull)}`,
      ...growing(block, volume),
      daysLeft: daysToFull.likely ?? undefined,
    };
  }),
  // The retention size limits use (§4.C: otherwise the volume fills).
  ofVolumes('retention-size-exceeded', 'warning', (volume, block) =>
    exceeding(volume, ownerOf(block, volume)),
  ),
  // The storage resizes every volume as requested (§4.C step 3).
  ofVolumes(
    'volume-resizing',
    'warning',
    ({ claim, namespace }) =>
      isStuck(claim) && {
        message: `the storage could not resize it: ${conditionsText(claim) || claim.growth}`,
        next: describing({ kind: 'pvc', name: claim.name, namespace }),
        hint: isInfeasible(claim)
          ? 'the storage is out of space or does not allow this size'
          : 'the storage retries',
      },
  ),
  // Every claim has the size of its template (§4.C).
  ofInstances('claim-sizes', 'warning', differing),
  // Every instance keeps its data on a claim (§2.5).
  ofInstances('no-volume', 'warning', (instance) => {
    // An agent forwards its data: it needs no volume.
    if (instance.size !== undefined || instance.component === 'agent') return false;
    const { sections, specs, storage } = VALUES_KEYS[instance.component];
    return {
      message: 'it has no claim: its data is lost with its pod',
      next: describing(instance),
      hint: `add a claim template: spec.storage (${sections[0]}.${specs[0]}.${storage} in the chart's values)`,
    };
  }),
  // There are no claims of replicas that were scaled down.
  ofVolumes(
    'orphaned-claim',
    'info',
    ({ orphaned, owner, claim, namespace }) =>
      orphaned && {
        message: `no replica of ${owner.kind} ${owner.name} uses it (${claim.size})`,
        next: describing({ kind: 'pvc', name: claim.name, namespace }),
        hint: 'check what it contains before you delete it',
      },
  ),
];

function roomText({ metrics }: VolumeState): string {
  const { use, daysToFull } = metrics ?? {};
  const used =
    use &&
    `${percentText(shareOf(use))} of it is used (${bytesText(use.used)} of ${bytesText(use.capacity)})`;
  // A full volume that does not grow is still full.
  const isGrowing = daysToFull?.likely != null && daysToFull.likely <= A_YEAR;
  return [used, isGrowing && fullText(daysToFull)].filter(Boolean).join(', ');
}

/** Days. */
const A_YEAR = 365;

function unfinished(instance: InstanceState): Problem | undefined {
  const { resize, component, namespace, name } = instance;
  if (resize === undefined) return undefined;
  if (resize === 'unreadable') {
    const record = recordName(COMPONENTS[component], name);
    return {
      message: `a resize is unfinished, and this version cannot read its record, the ConfigMap ${record}`,
      next: describing({ kind: 'configmap', name: record, namespace }),
      hint: 'resume it with the version of this tool that wrote it',
    };
  }
  const { goal, size, mode, started } = resize;
  const [what, hint] =
    goal === 'undo'
      ? ['the undo of a resize', 'run the same undo again to resume it']
      : ['a resize', 'run the same command again to resume it, or undo it with "kubectl monitoring undo"'];
  return {
    message: `${what} to ${size} (${mode}, started ${started}) is unfinished`,
    next: resuming(instance, resize),
    hint,
  };
}

/** A retentionSize that has no effect, and why: by the arguments of its pod. */
function exceeding(volume: VolumeState, instance: InstanceState | undefined): Problem | undefined {
  const { namespace, claim, orphaned, retentionSize: live, metrics: { use, growth } = {} } = volume;
  const { size } = instance?.retention ?? {};
  const limit = use && growth && size ? brokenLimit(use, growth, { size }) : undefined;
  if (orphaned || !use || limit === undefined) return undefined;
  // A claim is named `TEMPLATE-POD`, and a pod begins with the name of its first StatefulSet.
  const pod = claim.name.slice(claim.name.lastIndexOf(`${COMPONENTS.metrics.app}-${instance?.name}`));
  const { words, last, hint }: { words: string[]; last?: string[]; hint: string } =
    live === undefined
      ? {
          words: ['describe', 'pod', pod],
          hint: 'the arguments of its pod could not be read: check that they include --storage.tsdb.retention.size; if they do, the volume holds files that it does not count',
        }
      : live === size
        ? {
            words: ['exec', pod, '-c', COMPONENTS.metrics.app],
            last: ['--', 'du', '-sh', '/prometheus'],
            hint: 'the pod runs with it, but it counts only blocks, WAL and head chunks: the volume holds other files, such as snapshots or those of another program',
          }
        : {
            words: ['delete', 'pod', pod],
            hint: `the pod runs with${live === null ? 'out it' : ` ${live}`}: it has not restarted since retentionSize was set; delete one pod at a time`,
          };
  return {
    message: `${bytesText(use.used)} of it is used, and use is growing, although retentionSize ${size} should limit it to ${bytesText(limit)}`,
    next: { words: ['kubectl', ...words], namespace, ...(last && { last }) },
    hint,
  };
}

/** Conditions of a failed resize, which may be retried. */
const FAILED = new Set(['ControllerResizeError', 'NodeResizeError']);

const isStuck = (claim: VolumeState['claim']): boolean =>
  isInfeasible(claim) || claim.conditions.some(({ type }) => FAILED.has(type));

/** Claims that differ from the size of their template, unless a resize is in progress. */
function differing(instance: InstanceState, block: Block): Problem | undefined {
  const { size, resize } = instance;
  if (size === undefined || parseQuantity(size) === undefined || resize !== undefined) return undefined;
  const others = block.volumes
    .filter((volume) => !volume.orphaned && ownerOf(block, volume) === instance)
    .map(({ claim }) => claim)
    .filter((claim) => !sameQuantity(claim.size, size));
  if (others.length === 0) return undefined;
  const biggest = [size, ...others.map((claim) => claim.size)].reduce((most, each) =>
    compareQuantities(each, most) > 0 ? each : most,
  );
  const named = others.map((claim) => `${claim.name} requests ${claim.size}`).join(', ');
  return {
    message: `claims differ from the ${size} of their template, as after a manual resize: ${named}`,
    ...(growsByHand(instance.component)
      ? {
          next: describing(instance),
          hint: `grow every claim to ${biggest} first; ${templateAdvice(instance)}`,
        }
      : { next: resizing(instance, biggest) }),
  };
}
