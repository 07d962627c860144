import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { metricsFlags } from '../shared/metrics-flags.ts';

export const statusFlags = {
  'all-namespaces': { type: 'boolean', short: 'A', describe: 'Check all namespaces.' },
  watch: {
    type: 'boolean',
    short: 'w',
    describe: 'Check every few seconds until interrupted, and print the status whenever it changes.',
  },
  details: { type: 'boolean', describe: 'Show equal findings one by one instead of together.' },
  ...metricsFlags,
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS, 'wide'], describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type StatusValues = Values<typeof statusFlags & typeof connectionFlags>;
