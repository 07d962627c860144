import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../../lib/cli/flags.ts';
import { namesFlag } from '../shared/flags.ts';

export const listFlags = {
  'all-namespaces': { type: 'boolean', short: 'A', describe: 'List the rules of all namespaces.' },
  'no-headers': { type: 'boolean', describe: 'Omit the table headers.' },
  ...namesFlag,
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS, 'wide', 'name'], describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type RuleListValues = Values<typeof listFlags & typeof connectionFlags>;
