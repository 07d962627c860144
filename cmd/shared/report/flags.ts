import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { colorFlag } from '../../../lib/cli/flags.ts';

/** Flags of a report. */
export const reportFlags = {
  report: {
    type: 'string',
    complete: 'file',
    describe: 'Also write a report of the run: an HTML page for the ticket, in this file (FILE.html).',
  },
  overwrite: { type: 'boolean', describe: 'Replace the file of --report if it exists.' },
} as const satisfies Flags;

export type ReportValues = Values<typeof reportFlags & typeof colorFlag>;
