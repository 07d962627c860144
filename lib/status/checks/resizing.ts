import { GI, gibFor } from '../../capacity/outlook.ts';
import { growsByHand } from '../../objects/components.ts';
import { wholeUnits } from '../../objects/quantity.ts';
import type { Retention } from '../../objects/retention.ts';
import { resizeArgs, undoArgs } from '../../volumes/instance.ts';
import type { Command } from '../../words/finding.ts';
import {
  type Block,
  type InstanceState,
  UI_VALUES,
  type UnfinishedResize,
  type VolumeState,
} from '../block.ts';
import { describing, patching } from './finding.ts';

/** The command that resizes the volumes of an instance (§4.C). */
export const resizing = (instance: InstanceState, size: string, ...options: string[]): Command => ({
  words: [...resizeArgs(instance, size), ...options],
  namespace: instance.namespace,
});

/** The command that resumes an unfinished resize: the same one again. */
export const resuming = (instance: InstanceState, resize: UnfinishedResize): Command => {
  const { size, mode, goal, retain } = resize;
  return goal === 'undo'
    ? undoing(instance)
    : resizing(
        instance,
        size,
        ...(mode === 'offline' ? [] : ['--mode', mode]),
        ...(retain ? ['--retain-volumes'] : []),
      );
};

/** The command that undoes an unfinished resize, or resumes its undo. */
const undoing = ({ kind, name, namespace }: InstanceState): Command => ({
  words: undoArgs(kind, name),
  namespace,
});

/** How to grow a volume: all volumes of an instance grow together; an unfinished resize comes first. */
export function growing(block: Block, volume: VolumeState): { next: Command; hint?: string } {
  const { namespace, claim } = volume;
  const instance = ownerOf(block, volume);
  const siblings = block.volumes.filter((other) => !other.orphaned && isOfSameOwner(other, volume));
  if (instance?.resize === 'unreadable')
    return { next: describing({ kind: 'pvc', name: claim.name, namespace }) };
  if (instance?.resize) return { next: resuming(instance, instance.resize) };
  const size = nextSize(siblings, instance?.retention);
  if (instance && !growsByHand(instance.component))
    return {
      next: resizing(instance, size),
      hint: `the resize stops ${instance.name} until its volumes have grown; --mode online keeps it running if the storage can resize volumes in use`,
    };
  return {
    next: patching(
      { kind: 'pvc', name: claim.name, namespace },
      { resources: { requests: { storage: size } } },
    ),
    hint: instance
      ? templateAdvice(instance)
      : `also set the new size where the claim comes from (${UI_VALUES.size} in the chart's values)`,
  };
}

/** How to update the claim template of an agent, and when that deletes no claim. */
export const templateAdvice = ({ kind, name }: InstanceState): string =>
  `then set the same size in the claim template of ${kind} ${name}: its pods restart, and its claims are kept unless its persistentVolumeClaimRetentionPolicy is Delete`;

/** The instance that owns a volume; undefined for the dashboard UI, or if it was not read. */
export const ownerOf = ({ instances }: Block, { namespace, owner }: VolumeState): InstanceState | undefined =>
  instances.find(
    (instance) =>
      instance.namespace === namespace && instance.kind === owner.kind && instance.name === owner.name,
  );

const isOfSameOwner = (one: VolumeState, other: VolumeState): boolean =>
  one.namespace === other.namespace &&
  one.owner.kind === other.owner.kind &&
  one.owner.name === other.owner.name;

/** Days that a suggested size must last. */
const HORIZON = 180;

/** The growth factor of a claim if its growth is unknown, or needs no more. */
const MORE = 1.5;

/** The size at which no claim of a template is full within half a year; larger than any of them. */
function nextSize(volumes: readonly VolumeState[], retention?: Retention): string {
  const present = Math.max(...volumes.map(({ claim }) => Number(wholeUnits(claim.size))));
  const needs = volumes.map(({ metrics }) => {
    const { use, growth } = metrics ?? {};
    return use && growth ? (gibFor({ use, growth, retention }, { days: HORIZON, present }) ?? 0) : 0;
  });
  const needed = Math.ceil(Math.max(...needs));
  return `${needed > present / GI ? needed : Math.ceil((present * MORE) / GI)}Gi`;
}
