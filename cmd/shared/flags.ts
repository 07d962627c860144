import type { Flags } from '../../lib/cli/command.ts';
import { colorFlag, DOCUMENTS } from '../../lib/cli/flags.ts';

/** What every command takes that changes something: how to see first, and how to go on. */
export const changeFlags = {
  'dry-run': {
    type: 'string',
    choices: ['none', 'client', 'server'],
    default: 'none',
    describe:
      'client prints the requests that would be sent; server also sends each with dryRun=All. Changes nothing.',
  },
  diff: { type: 'boolean', describe: 'Show each change as a diff and as a JSON Patch; changes nothing.' },
  yes: { type: 'boolean', short: 'y', describe: 'Go on without being asked.' },
} as const satisfies Flags;

/** How a command shows what came of it. */
export const resultFlags = {
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS, 'name'],
    describe: 'Output format of the result.',
  },
  ...colorFlag,
} as const satisfies Flags;
