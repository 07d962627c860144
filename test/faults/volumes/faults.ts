import { answers } from '../answers.ts';
import { connections } from '../connections.ts';
import type { Fault } from '../fault.ts';
import type { Named } from '../scene.ts';
import { interrupts } from './interrupts.ts';
import type { VolumeProcedure } from './procedures.ts';
import { END } from './request-name.ts';
import type { VolumeScene } from './scene.ts';
import { secondRuns } from './second-runs.ts';
import { writers } from './writers.ts';

/** One thing that goes wrong while volumes are resized. */
export interface VolumeFault extends Fault<VolumeScene> {
  /** Whether somebody else writes: then pods may go, and come back. */
  others?: true;
  /** Whether it would delete the volumes of an instance whose policy says so, whatever the tool does. */
  deletes?: true;
  /** Whether it puts the spec back, for which the operator deletes the StatefulSet and makes it again. */
  reverts?: true;
  /** Whether it is about retentionSize alone. */
  limits?: true;
  /** Whether it leaves the mark of a source on the resource, because of which every later run asks. */
  marks?: true;
  /** What a person does when the same command refuses afterwards. */
  mends?: readonly Mend[];
  /** Takes back what somebody has set; the same command is run once more then. */
  takesBack?(scene: VolumeScene): Promise<unknown>;
}

/** What a person does about a refusal: something on the cluster, or the same command with a flag. */
export interface Mend {
  /** The guard that refuses. */
  guard: string;
  does?(scene: VolumeScene): Promise<unknown>;
  flags?: string[];
}

/** Who waits for others goes on asking where nobody answers any more. */
const BRIEF = ['--timeout=15s'];

const lostForGood = connections.map((fault) => (fault.lasts === 'on' ? { ...fault, flags: BRIEF } : fault));

/** Everything that is made to go wrong. */
const faults: readonly VolumeFault[] = [...lostForGood, ...interrupts, ...answers, ...writers, ...secondRuns];

/** Where the policy deletes volumes, whoever has the StatefulSet deleted loses them, but for the time it is held. */
const harmless = faults
  .filter(({ deletes }) => !deletes)
  .map((fault) => (fault.reverts ? { ...fault, spares: isPolicyBack } : fault));

export const faultsOf = ({ retains, limits }: VolumeProcedure): readonly VolumeFault[] =>
  (retains ? harmless : faults).filter((fault) => limits || !fault.limits);

/** The policy comes back last of all: then the record goes. */
function isPolicyBack({ name }: Named): boolean {
  return name === END || name.endsWith(` after ${END}`);
}
