import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { imageFlags } from '../shared/flags.ts';

export const rbacFlags = {
  namespaced: {
    type: 'boolean',
    describe:
      'If true, put the rights on hosts and machines into a Role of one namespace, the current one or that of -n, and only the rest into a ClusterRole. -n alone does the same.',
  },
  service: imageFlags.service,
  output: {
    type: 'string',
    short: 'o',
    choices: DOCUMENTS,
    default: 'yaml',
    describe: 'Output format; only YAML has comments that explain each rule.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type RbacValues = Values<typeof rbacFlags & typeof connectionFlags>;
