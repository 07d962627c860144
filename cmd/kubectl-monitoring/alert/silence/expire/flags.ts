import type { Flags, Values } from '../../../../../lib/cli/command.ts';
import { type connectionFlags, DOCUMENTS } from '../../../../../lib/cli/flags.ts';
import { alertFlags } from '../../shared/flags.ts';

export const expireFlags = {
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS, 'name'], describe: 'Output format.' },
  ...alertFlags,
} as const satisfies Flags;

export type SilenceExpireValues = Values<typeof expireFlags & typeof connectionFlags>;
