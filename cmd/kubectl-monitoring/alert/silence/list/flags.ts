import type { Flags, Values } from '../../../../../lib/cli/command.ts';
import { type connectionFlags, DOCUMENTS } from '../../../../../lib/cli/flags.ts';
import { alertFlags } from '../../shared/flags.ts';

export const listFlags = {
  expired: { type: 'boolean', describe: 'List expired silences, too.' },
  'no-headers': { type: 'boolean', describe: 'Omit the table headers.' },
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS, 'wide', 'name'], describe: 'Output format.' },
  ...alertFlags,
} as const satisfies Flags;

export type SilenceListValues = Values<typeof listFlags & typeof connectionFlags>;
