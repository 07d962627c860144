import { fullText } from '../../capacity/words.ts';
import { COMPONENTS } from '../../objects/components.ts';
import { bytesText } from '../../objects/quantity.ts';
import { recordName } from '../../volumes/record.ts';
import { percent, shareOf } from '../amounts.ts';
import type { InstanceState, VolumeState } from '../block.ts';
import type { Check } from '../finding.ts';
import { describing, ofInstance, ofVolume } from './found.ts';
import { goingOn, growing } from './resizing.ts';

/** From here on, of 1, a volume is as good as full. */
const FULL = 0.95;

/** In days: one that may be full within them is, too. */
const SOON = 1;

/** What costs data, or is about to. */
export const loss: Check[] = [
  {
    // Every volume has room for another day, and less than 95 % of it is used (§4.C).
    name: 'disk-full',
    find: (block) =>
      block.volumes.filter(isFull).map((volume) =>
        ofVolume(volume, {
          harm: 'loss',
          text: roomText(volume),
          ...growing(block, volume),
        }),
      ),
  },
  {
    // A resize that was begun is brought to its end (§4.C).
    name: 'unfinished-resize',
    find: ({ instances }) =>
      instances.flatMap((instance) => {
        const { resize } = instance;
        if (resize === undefined) return [];
        if (resize === 'unreadable') return unreadable(instance);
        const { goal, size, mode, started } = resize;
        return ofInstance(instance, {
          harm: 'loss',
          text:
            goal === 'undo'
              ? `the undo of a resize to ${size} of ${started} (${mode}) has not come to its end`
              : `a resize to ${size} of ${started} (${mode}) has not come to its end`,
          command: goingOn(instance, resize),
          advice:
            goal === 'undo'
              ? 'the same undo goes on where it stopped'
              : 'the same command goes on where it stopped; with --undo it takes the resize back',
        });
      }),
  },
];

/** Whether a volume in use is full, or may be before the next day. */
export const isFull = ({ leftover, metrics }: VolumeState): boolean => {
  const { use, daysToFull } = metrics ?? {};
  const soonest = daysToFull?.soonest ?? null;
  return !leftover && ((use !== undefined && shareOf(use) >= FULL) || (soonest !== null && soonest <= SOON));
};

/** How full a volume is, and when it is to be full. */
function roomText({ metrics }: VolumeState): string {
  const { use, daysToFull } = metrics ?? {};
  const used =
    use && `${percent(shareOf(use))} % of it is used (${bytesText(use.used)} of ${bytesText(use.capacity)})`;
  return [used, daysToFull && fullText(daysToFull)].filter(Boolean).join(', ');
}

function unreadable(instance: InstanceState): ReturnType<Check['find']> {
  const { component, namespace, name } = instance;
  const record = recordName(COMPONENTS[component], name);
  return [
    ofInstance(instance, {
      harm: 'loss',
      text: `a resize has not come to its end, and its record, the ConfigMap ${record}, is none that this version can read`,
      command: describing('configmap', record, namespace),
      advice: 'go on with the version of this tool that wrote it',
    }),
  ];
}
