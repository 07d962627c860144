import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, DOCUMENTS } from '../../../lib/cli/flags.ts';

export const validateFlags = {
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS], describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type ValidateValues = Values<typeof validateFlags>;
