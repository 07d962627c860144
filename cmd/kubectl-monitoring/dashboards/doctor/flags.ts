import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../../lib/cli/flags.ts';

export const doctorFlags = {
  output: { type: 'string', short: 'o', choices: DOCUMENTS, describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type DashboardDoctorValues = Values<typeof doctorFlags & typeof connectionFlags>;
