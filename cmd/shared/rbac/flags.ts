import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, DOCUMENTS } from '../../../lib/cli/flags.ts';

/** Flags of a command that prints roles. */
export const rbacFlags = {
  namespaced: {
    type: 'boolean',
    describe:
      'If true, put the rights on objects of one namespace into a Role there, and only the rest into a ClusterRole. -n alone does the same for the namespace that it names.',
  },
  output: {
    type: 'string',
    short: 'o',
    choices: DOCUMENTS,
    default: 'yaml',
    describe: 'Output format; only YAML has comments that explain each rule.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type RbacValues = Values<typeof rbacFlags>;
