import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { type connectionFlags, DOCUMENTS } from '../../../../lib/cli/flags.ts';
import { alertFlags } from '../shared/flags.ts';

export const routesFlags = {
  label: {
    type: 'list',
    hasCommas: true,
    describe:
      'Label of an alert, such as severity=critical, to show the path that it takes; may be repeated.',
  },
  output: { type: 'string', short: 'o', choices: DOCUMENTS, describe: 'Output format.' },
  ...alertFlags,
} as const satisfies Flags;

export type AlertRoutesValues = Values<typeof routesFlags & typeof connectionFlags>;
