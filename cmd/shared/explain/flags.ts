import type { Flags, Values } from '../../../lib/cli/command.ts';
import { DOCUMENTS } from '../../../lib/cli/flags.ts';

export const explainFlags = {
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS, 'name', 'wide'],
    describe: 'Output format.',
  },
  'no-headers': { type: 'boolean', describe: 'If true, prints no headers.' },
} as const satisfies Flags;

export type ExplainValues = Values<typeof explainFlags>;
