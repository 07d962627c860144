import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { selectionFlags } from '../../../lib/cluster/hosts/select-hosts.ts';

export const diagnoseFlags = {
  ...selectionFlags,
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS, 'name', 'wide'],
    describe: 'Output format.',
  },
  'no-headers': {
    type: 'boolean',
    describe: 'Print only the rows of a table: no headers and no summary.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type DiagnoseValues = Values<typeof diagnoseFlags & typeof connectionFlags>;
