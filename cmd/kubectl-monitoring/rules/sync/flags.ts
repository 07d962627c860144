import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, DOCUMENTS } from '../../../../lib/cli/flags.ts';

export const syncFlags = {
  chart: {
    type: 'string',
    complete: 'folder',
    describe: 'Chart to write to; monitoring-system/extensions of the current repository if not set.',
  },
  diff: { type: 'boolean', describe: 'Show the diff and write nothing.' },
  yes: { type: 'boolean', short: 'y', describe: 'Skip the confirmation prompt.' },
  output: { type: 'string', short: 'o', choices: DOCUMENTS, describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type SyncValues = Values<typeof syncFlags>;
