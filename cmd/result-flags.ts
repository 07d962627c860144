import type { Flags } from '../lib/cli/command.ts';
import { colorFlag } from '../lib/cli/flags.ts';

/** How a command shows what came of it. */
export const resultFlags = {
  output: {
    type: 'string',
    short: 'o',
    choices: ['json', 'yaml', 'name'],
    describe: 'Output format of the result.',
  },
  ...colorFlag,
} as const satisfies Flags;
