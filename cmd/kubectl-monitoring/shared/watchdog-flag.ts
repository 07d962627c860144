import type { Flags } from '../../../lib/cli/command.ts';
import { WATCHDOG } from '../../../lib/objects/names.ts';

export const watchdogFlag = {
  watchdog: {
    type: 'string',
    default: WATCHDOG,
    describe: 'Name of the alert that always fires.',
  },
} as const satisfies Flags;
