import type { Flags, Values } from '../../../lib/cli/command.ts';

export const explainFlags = {
  output: {
    type: 'string',
    short: 'o',
    choices: ['json', 'yaml', 'name', 'wide'],
    describe: 'Output format.',
  },
  'no-headers': { type: 'boolean', describe: 'If true, prints no headers.' },
} as const satisfies Flags;

export type ExplainValues = Values<typeof explainFlags>;
