import type { Flags, Values } from '../command.ts';

/** What `completion` can do with the file that kubectl runs. */
export const COMPLETION_WORDS = ['install', 'uninstall', 'print'] as const;

export const completionFlags = {
  directory: {
    type: 'string',
    complete: 'folder',
    describe:
      'Folder of the completion file, for install and uninstall. By default, install uses the folder on PATH that has the plugin or, if it is not writable, the first writable one in your home folder; uninstall searches all of PATH.',
  },
  'dry-run': {
    type: 'string',
    choices: ['none', 'client'],
    default: 'none',
    describe: 'With client, only print what would be done. For install and uninstall.',
  },
} as const satisfies Flags;

export type CompletionValues = Values<typeof completionFlags>;
