import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../../lib/cli/flags.ts';
import { metricsFlags } from '../../shared/metrics-flags.ts';

export const backtestFlags = {
  over: { type: 'string', default: '7d', describe: 'How far back to look, such as 7d or 12h.' },
  ...metricsFlags,
  output: { type: 'string', short: 'o', choices: DOCUMENTS, describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type BacktestValues = Values<typeof backtestFlags & typeof connectionFlags>;
