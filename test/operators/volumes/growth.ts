import type { StorageClass } from './objects.ts';

/** How volumes behave when they are to grow; what each means is in `startStorage`. */
export const BEHAVIOURS = ['instant', 'slow', 'offline', 'refusing', 'cooldown'] as const;

export type Behaviour = (typeof BEHAVIOURS)[number];

export interface Circumstances {
  behaviour: Behaviour;
  /** Whether the file system has to grow on the node, once the volume has grown. */
  nodeExpansion: boolean;
  /** Whether the volume is attached to a node. */
  attached: boolean;
  /** Whether a pod that uses the claim runs, so that a node can do its part. */
  running: boolean;
  /** Whether what makes a volume wait, slow work or a cooldown, is over. */
  released: boolean;
  /** The time as a condition carries it. */
  now: string;
}

/**
 * What a class says of its volumes.
 *
 * @throws if `parameters.behaviour` is unknown.
 */
export function growthOf({
  metadata,
  parameters = {},
}: StorageClass): Pick<Circumstances, 'behaviour' | 'nodeExpansion'> {
  const { behaviour: wanted = 'instant', nodeExpansion } = parameters;
  const behaviour = BEHAVIOURS.find((name) => name === wanted);
  if (!behaviour) {
    const known = BEHAVIOURS.join(', ');
    throw new Error(`StorageClass ${metadata.name} has parameters.behaviour ${wanted}; there are ${known}.`);
  }
  return { behaviour, nodeExpansion: nodeExpansion !== 'false' };
}
