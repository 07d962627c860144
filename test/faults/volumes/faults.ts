import { answers } from '../answers.ts';
import { connections } from '../connections.ts';
import type { Named } from '../scene.ts';
import type { VolumeFault } from './fault.ts';
import { interrupts } from './interrupts.ts';
import type { VolumeProcedure } from './procedures.ts';
import { END } from './request-name.ts';
import { secondRuns } from './second-runs.ts';
import { writers } from './writers.ts';

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
