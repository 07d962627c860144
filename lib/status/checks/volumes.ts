import { brokenLimit } from '../../capacity/limits.ts';
import { fullText } from '../../capacity/words.ts';
import { COMPONENTS, growsByHand } from '../../objects/components.ts';
import { VALUES_KEYS } from '../../objects/names.ts';
import { bytesText, compareQuantities, parseQuantity, sameQuantity } from '../../objects/quantity.ts';
import { conditionsText, isInfeasible } from '../../volumes/claim.ts';
import type { Block, InstanceState, VolumeState } from '../block.ts';
import type { Check, Found } from '../finding.ts';
import { describing, ofInstance, ofVolume } from './found.ts';
import { isFull } from './loss.ts';
import { growing, ownerOf, resizing, templateAdvice } from './resizing.ts';

/** In days: a volume that is likely to be full within them is worth growing now. */
const AHEAD = 30;

/** What is wrong with volumes, or will be. */
export const volumes: Check[] = [
  {
    // No volume is likely to be full within 30 days (§4.C).
    name: 'disk-filling',
    find: (block) => block.volumes.flatMap((volume) => filling(block, volume)),
  },
  {
    // What retention is to hold, it holds (§4.C: a volume fills else).
    name: 'retention-size-exceeded',
    find: (block) => block.volumes.flatMap((volume) => exceeding(volume, ownerOf(block, volume))),
  },
  {
    // The storage resizes every volume that is to grow (§4.C step 3).
    name: 'volume-resizing',
    find: ({ volumes }) =>
      volumes.filter(isStuck).map((volume) =>
        ofVolume(volume, {
          harm: 'risk',
          text: `the storage could not resize it: ${conditionsText(volume.claim) || volume.claim.growth}`,
          command: describing('pvc', volume.claim.name, volume.namespace),
          advice: isInfeasible(volume.claim)
            ? 'the storage has no room for it, or its limits forbid that size'
            : 'the storage tries again',
        }),
      ),
  },
  {
    // Every claim has the size of its template (§4.C).
    name: 'claim-sizes',
    find: (block) => block.instances.flatMap((instance) => differing(block, instance)),
  },
  {
    // Every instance keeps its data on a claim (§2.5).
    name: 'no-volume',
    find: ({ instances }) =>
      instances.flatMap((instance) => {
        const { component, kind, namespace, name, size } = instance;
        // What an agent keeps is sent on: it may do without.
        if (size !== undefined || component === 'agent') return [];
        const { sections, specs, storage } = VALUES_KEYS[component];
        return ofInstance(instance, {
          harm: 'risk',
          text: 'it keeps its data on no claim: they are lost with the pod',
          command: describing(kind, name, namespace),
          advice: `give it a claim template: spec.storage (${sections[0]}.${specs[0]}.${storage} in a chart's values)`,
        });
      }),
  },
  {
    // No claim is left of a replica that was scaled away.
    name: 'leftover-claims',
    find: ({ volumes }) =>
      volumes
        .filter(({ leftover }) => leftover)
        .map((volume) =>
          ofVolume(volume, {
            harm: 'notice',
            text: `no replica of ${volume.owner.kind} ${volume.owner.name} uses it any more (${volume.claim.size})`,
            command: describing('pvc', volume.claim.name, volume.namespace),
            advice: 'see what it holds before you delete it',
          }),
        ),
  },
];

function filling(block: Block, volume: VolumeState): Found[] {
  const { daysToFull } = volume.metrics ?? {};
  const likely = daysToFull?.likely ?? null;
  if (volume.leftover || isFull(volume) || !daysToFull || likely === null || likely > AHEAD) return [];
  return [
    ofVolume(volume, {
      harm: 'risk',
      text: `it is likely to be ${fullText(daysToFull)}`,
      ...growing(block, volume),
    }),
  ];
}

/** A retentionSize that does not hold, and why: by what its pod runs with. */
function exceeding(volume: VolumeState, instance: InstanceState | undefined): Found[] {
  const { namespace, claim, leftover, retentionSize: live, metrics: { use, growth } = {} } = volume;
  const { size } = instance?.retention ?? {};
  const limit = use && growth && size ? brokenLimit(use, growth, { size }) : undefined;
  if (leftover || !use || limit === undefined) return [];
  // A claim is named `TEMPLATE-POD`, and a pod begins with the name of its first StatefulSet.
  const pod = claim.name.slice(claim.name.lastIndexOf(`${COMPONENTS.metrics.app}-${instance?.name}`));
  const { words, last, advice }: { words: string[]; last?: string[]; advice: string } =
    live === undefined
      ? {
          words: ['describe', 'pod', pod],
          advice:
            'what its pod runs with could not be read: see that --storage.tsdb.retention.size is among its arguments; if it is, the volume holds other files than those that it counts',
        }
      : live === size
        ? {
            words: ['exec', pod, '-c', COMPONENTS.metrics.app],
            last: ['--', 'du', '-sh', '/prometheus'],
            advice:
              'the pod runs with it, and it counts blocks, WAL and head chunks alone: the volume holds other files, such as snapshots, or what another program wrote',
          }
        : {
            words: ['delete', 'pod', pod],
            advice: `the pod runs with${live === null ? 'out it' : ` ${live}`}: it has not restarted since retentionSize was set; one at a time`,
          };
  return [
    ofVolume(volume, {
      harm: 'risk',
      text: `${bytesText(use.used)} of it is used, and use grows, though retentionSize ${size} is to hold it at ${bytesText(limit)}`,
      command: { words: ['kubectl', ...words], namespace, ...(last && { last }) },
      advice,
    }),
  ];
}

/** Conditions that say that a resize has failed, if not for good. */
const FAILED = new Set(['ControllerResizeError', 'NodeResizeError']);

const isStuck = ({ claim }: VolumeState): boolean =>
  isInfeasible(claim) || claim.conditions.some(({ type }) => FAILED.has(type));

/** Claims of an instance that have not the size of its template, unless a resize of ours is under way there. */
function differing(block: Block, instance: InstanceState): Found[] {
  const { size, resize } = instance;
  if (size === undefined || parseQuantity(size) === undefined || resize !== undefined) return [];
  const claims = block.volumes
    .filter((volume) => !volume.leftover && ownerOf(block, volume) === instance)
    .map(({ claim }) => claim);
  const others = claims.filter((claim) => !sameQuantity(claim.size, size));
  if (others.length === 0) return [];
  const biggest = [size, ...others.map((claim) => claim.size)].reduce((most, each) =>
    compareQuantities(each, most) > 0 ? each : most,
  );
  const named = others.map((claim) => `${claim.name} asks for ${claim.size}`).join(', ');
  return [
    ofInstance(instance, {
      harm: 'risk',
      text: `claims differ from the ${size} of their template, as a resize by hand leaves them: ${named}`,
      ...(growsByHand(instance.component)
        ? {
            command: describing(instance.kind, instance.name, instance.namespace),
            advice: `bring every claim to ${biggest} first; ${templateAdvice(instance)}`,
          }
        : { command: resizing(instance, biggest) }),
    }),
  ];
}
