import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, DOCUMENTS } from '../../../lib/cli/flags.ts';

export const rulesFlags = {
  strict: { type: 'boolean', describe: 'End with exit code 1 for warnings, too.' },
  output: { type: 'string', short: 'o', choices: DOCUMENTS, describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type RulesValues = Values<typeof rulesFlags>;
