import { setTimeout as delay } from 'node:timers/promises';
import type { WaitClock } from '../../lib/cli/command.ts';

/** The clock of waits where a machine has no other. */
export const TIMERS: WaitClock = {
  elapsed: () => performance.now(),
  after: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
};
