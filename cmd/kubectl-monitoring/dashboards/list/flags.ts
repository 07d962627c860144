import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../../lib/cli/flags.ts';

export const listFlags = {
  'all-namespaces': { type: 'boolean', short: 'A', describe: 'List the dashboards of all namespaces.' },
  'no-headers': { type: 'boolean', describe: 'Omit the table headers.' },
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS, 'wide', 'name'], describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type DashboardListValues = Values<typeof listFlags & typeof connectionFlags>;
