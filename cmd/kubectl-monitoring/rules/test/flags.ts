import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, DOCUMENTS } from '../../../../lib/cli/flags.ts';

export const testFlags = {
  promtool: {
    type: 'string',
    complete: 'file',
    describe: 'Path to the promtool to use, instead of the one on PATH.',
  },
  timeout: {
    type: 'string',
    default: '1m',
    describe: 'How long promtool may take for one test file, such as 30s or 5m.',
  },
  output: { type: 'string', short: 'o', choices: DOCUMENTS, describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type TestValues = Values<typeof testFlags>;
