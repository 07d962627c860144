import type { Fault } from '../fault.ts';
import type { VolumeScene } from './scene.ts';

/** One thing that goes wrong while volumes are resized. */
export interface VolumeFault extends Fault<VolumeScene> {
  /** Whether another user writes: then pods may go, and come back. */
  others?: true;
  /** Whether it would delete the volumes of an instance whose policy says so, whatever the tool does. */
  deletes?: true;
  /** Whether it puts the spec back, for which the operator deletes the StatefulSet and makes it again. */
  reverts?: true;
  /** Whether it is about retentionSize alone. */
  limits?: true;
  /** Whether it leaves the mark of a source on the resource, because of which every later run asks. */
  marks?: true;
  /** What the user does when the same command refuses afterwards. */
  fixes?: readonly Fix[];
  /** Reverts what another user has set; then the same command is run once more. */
  takesBack?(scene: VolumeScene): Promise<unknown>;
}

/** What the user does about a refusal: something on the cluster, or the same command with a flag. */
export interface Fix {
  /** The guard that refuses. */
  guard: string;
  does?(scene: VolumeScene): Promise<unknown>;
  flags?: string[];
}
