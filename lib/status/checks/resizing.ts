import type { Block, InstanceState, UnfinishedResize, VolumeState } from '../block.ts';
import type { Command } from '../finding.ts';
import { nextSize } from '../next-size.ts';
import { UI_VALUES } from '../parts.ts';
import { describing, patching } from './found.ts';

/** The command that resizes the volumes of an instance (§4.C); its own options stand behind the name. */
export const resizing = (
  { component, name, namespace }: InstanceState,
  size: string,
  ...options: string[]
): Command => ({
  words: [
    ...['kubectl', 'monitoring', 'resize-pvc', size, name],
    ...(component === 'metrics' ? [] : ['--component', component]),
    ...options,
  ],
  namespace,
});

/** The command that brings an unfinished resize to its end: the same one again. */
export const goingOn = (instance: InstanceState, { size, mode, goal, retain }: UnfinishedResize): Command =>
  resizing(
    instance,
    size,
    ...(mode === 'documented' ? [] : ['--mode', mode]),
    ...(retain ? ['--retain-volumes'] : []),
    ...(goal === 'undo' ? ['--undo'] : []),
  );

/** The command that gives a volume room: of an instance, all its volumes grow, and first what is unfinished is finished. */
export function growing(block: Block, volume: VolumeState): Command {
  const { namespace, claim } = volume;
  const instance = ownerOf(block, volume);
  const siblings = block.volumes.filter((other) => !other.leftover && isOfSameOwner(other, volume));
  if (instance?.resize === 'unreadable') return describing('pvc', claim.name, namespace);
  if (instance?.resize) return goingOn(instance, instance.resize);
  const size = nextSize(siblings, instance?.retention);
  return instance
    ? resizing(instance, size)
    : patching({ kind: 'pvc', name: claim.name, namespace }, { resources: { requests: { storage: size } } });
}

/** The instance that a volume belongs to; undefined where that is the dashboard UI, or was not read. */
export const ownerOf = ({ instances }: Block, { namespace, owner }: VolumeState): InstanceState | undefined =>
  instances.find(
    (instance) =>
      instance.namespace === namespace && instance.kind === owner.kind && instance.name === owner.name,
  );

const isOfSameOwner = (one: VolumeState, other: VolumeState): boolean =>
  one.namespace === other.namespace &&
  one.owner.kind === other.owner.kind &&
  one.owner.name === other.owner.name;

/** What to do beside growing the claim of the dashboard UI, whose size only its values hold. */
export const sizeToFollow = ({ owner }: VolumeState): string | undefined =>
  owner.component === 'ui' ? `write the new size into its values, too: ${UI_VALUES.size}` : undefined;
