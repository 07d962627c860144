import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';

export const rbacFlags = {
  namespaced: {
    type: 'boolean',
    describe:
      'If true, the rights on hosts and machines are a Role of one namespace, the current one or that of -n, and only the rest is a ClusterRole. -n alone does the same.',
  },
  service: {
    type: 'string',
    describe: 'The in-cluster service that serves the images; httpd-http if absent.',
  },
  output: {
    type: 'string',
    short: 'o',
    choices: DOCUMENTS,
    default: 'yaml',
    describe: 'Output format; only YAML says what each rule is for.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type RbacValues = Values<typeof rbacFlags & typeof connectionFlags>;
