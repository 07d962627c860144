import type { Flags } from '../../lib/cli/command.ts';
import { colorFlag, DOCUMENTS } from '../../lib/cli/flags.ts';

/** Flags of every command that changes something: preview and confirmation. */
export const changeFlags = {
  'dry-run': {
    type: 'string',
    choices: ['none', 'client', 'server'],
    default: 'none',
    describe:
      'With client, only print the requests that would be sent; with server, also send each with dryRun=All and print what the server answers. Nothing is changed.',
  },
  diff: {
    type: 'boolean',
    describe:
      'Show what the whole run would change in each object; the exit code is 0 even if there are differences. Nothing is changed.',
  },
  yes: { type: 'boolean', short: 'y', describe: 'Skip the confirmation prompt.' },
} as const satisfies Flags;

/** Flags for the output of a result. */
export const resultFlags = {
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS, 'name'],
    describe: 'Output format.',
  },
  ...colorFlag,
} as const satisfies Flags;
