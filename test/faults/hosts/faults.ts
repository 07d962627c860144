import { answers } from '../answers.ts';
import { connections } from '../connections.ts';
import type { Fault } from '../fault.ts';
import { admission } from './admission.ts';
import { detachedWriters } from './detached-writers.ts';
import type { HostProcedure } from './procedures.ts';
import { PATCH_STATUS } from './request-name.ts';
import type { HostScene } from './scene.ts';
import { reenrollSecondRuns, secondRuns } from './second-runs.ts';
import { writers } from './writers.ts';

/** One thing that goes wrong in the life of a host. */
export interface HostFault extends Fault<HostScene> {
  /** The guard that may refuse the same command afterwards, until a person takes its judgement on. */
  accept?: string;
  /** The writer whom a run that it leaves unfinished has to name. */
  names?: string;
  /** The addresses, beside the goal's, that others may have left the host with. */
  leaves?: readonly string[];
  /** Whoever stands in the way of the same command takes that back; `says` is what the command has to have said. */
  gives?: { says: string; way(scene: HostScene): Promise<unknown> };
}

/** It takes as long as a request may at most: once is enough. */
const unlimited: HostFault = {
  name: 'no answer, and no limit given',
  moment: 'after',
  at: [PATCH_STATUS],
  strike: () => 'silence',
};

/** Everything that is made to go wrong in a repair or an undo. */
export const faults: readonly HostFault[] = [
  ...connections,
  unlimited,
  ...answers,
  ...writers,
  ...admission,
  ...secondRuns,
];

/** The same of a re-enrolment. */
const reenrollFaults: readonly HostFault[] = [
  ...connections,
  ...answers,
  ...detachedWriters,
  ...reenrollSecondRuns,
];

export const faultsOf = ({ goal }: Pick<HostProcedure, 'goal'>): readonly HostFault[] =>
  goal === 'reenroll' ? reenrollFaults : faults;
