import { answers } from '../answers.ts';
import { connections } from '../connections.ts';
import { admission } from './admission.ts';
import { detachedWriters } from './detached-writers.ts';
import type { HostFault } from './fault.ts';
import type { HostProcedure } from './procedures.ts';
import { PATCH_STATUS } from './request-name.ts';
import { reenrollSecondRuns, secondRuns } from './second-runs.ts';
import { writers } from './writers.ts';

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
