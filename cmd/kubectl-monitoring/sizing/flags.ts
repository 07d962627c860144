import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { metricsFlags } from '../shared/metrics-flags.ts';

export const sizingFlags = {
  nodes: {
    type: 'number',
    describe: 'Size the building block for this many nodes instead of those in the cluster.',
  },
  ...metricsFlags,
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS, 'wide'],
    describe: 'Output format; wide adds the pods.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type SizingValues = Values<typeof sizingFlags & typeof connectionFlags>;
