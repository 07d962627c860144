import type { Flags, Values } from '../command.ts';

/** What `completion` can be told to do with the file that kubectl runs: write, remove or print it. */
export const COMPLETION_WORDS = ['install', 'uninstall', 'print'] as const;

export const completionFlags = {
  directory: {
    type: 'string',
    complete: 'folder',
    describe:
      'For install and uninstall: the folder of the file. Where absent, install takes the one of PATH that has the plugin, or else the first of PATH in your home folder that can be written to; uninstall takes every folder of PATH.',
  },
  'dry-run': {
    type: 'string',
    choices: ['none', 'client'],
    default: 'none',
    describe: 'For install and uninstall: client only says what would be done.',
  },
} as const satisfies Flags;

export type CompletionValues = Values<typeof completionFlags>;
