import type { Flags, Values } from '../../../lib/cli/command.ts';

export const pageFlags = {
  output: {
    type: 'string',
    complete: 'file',
    describe:
      'The file to write, instead of the name of FILE with .html in the current folder; - for stdout.',
  },
  overwrite: { type: 'boolean', describe: 'Replace a page that exists.' },
} as const satisfies Flags;

export type PageValues = Values<typeof pageFlags>;
