import type { Flags, Values } from '../../../lib/cli/command.ts';
import { DOCUMENTS } from '../../../lib/cli/flags.ts';

export const namesFlags = {
  group: {
    type: 'string',
    describe: "The platform's API group of alert rules, such as monitoring.example.com.",
  },
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS, 'wide'],
    describe: 'Output format; wide adds the section of the specification.',
  },
  'no-headers': { type: 'boolean', describe: 'If true, prints no headers.' },
} as const satisfies Flags;

export type NamesValues = Values<typeof namesFlags>;
