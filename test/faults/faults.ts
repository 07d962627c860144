import { answers } from './answers.ts';
import { connections } from './connections.ts';
import type { Fault } from './fault.ts';
import { secondRuns } from './second-runs.ts';
import { writers } from './writers.ts';

/** Everything that is made to go wrong. */
export const faults: readonly Fault[] = [...connections, ...answers, ...writers, ...secondRuns];
