import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { httpConfigFlag } from '../shared/alertmanager-flags.ts';
import { watchdogFlag } from '../shared/watchdog-flag.ts';

export const watchdogFlags = {
  ...watchdogFlag,
  'check-url': {
    type: 'string',
    describe: 'Address that tells whether the outside check is fresh, such as that of its badge.',
  },
  watch: {
    type: 'boolean',
    short: 'w',
    describe: 'Check every few seconds until interrupted, and print the chain whenever it changes.',
  },
  ...httpConfigFlag,
  output: { type: 'string', short: 'o', choices: DOCUMENTS, describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type WatchdogValues = Values<typeof watchdogFlags & typeof connectionFlags>;
