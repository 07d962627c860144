import { answers } from '../answers.ts';
import { connections } from '../connections.ts';
import type { Named } from '../scene.ts';
import type { VolumeFault } from './fault.ts';
import { interrupts } from './interrupts.ts';
import type { VolumeProcedure } from './procedures.ts';
import { END } from './request-name.ts';
import { secondRuns } from './second-runs.ts';
import { writers } from './writers.ts';

/** A run that waits keeps asking while no server answers. */
const BRIEF = ['--timeout=15s'];

const lostForGood = connections.map((fault) => (fault.lasts === 'on' ? { ...fault, flags: BRIEF } : fault));

/** Everything that is made to go wrong. */
const faults: readonly VolumeFault[] = [...lostForGood, ...interrupts, ...answers, ...writers, ...secondRuns];

/** If the policy deletes volumes, a writer that has the StatefulSet deleted loses them, except while a run retains them. */
const harmless = faults
  .filter(({ deletes }) => !deletes)
  .map((fault) => (fault.reverts ? { ...fault, spares: isPolicyBack } : fault));

export const faultsOf = ({ retains, limits }: VolumeProcedure): readonly VolumeFault[] =>
  (retains ? harmless : faults).filter((fault) => limits || !fault.limits);

/** The policy comes back last of all: then the record goes. */
function isPolicyBack({ name }: Named): boolean {
  return name === END || name.endsWith(` after ${END}`);
}
