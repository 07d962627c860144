import type { Command, Flags, Values } from '../../lib/cli/command.ts';
import { colorFlag, type connectionFlags } from '../../lib/cli/flags.ts';

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
    choices: ['yaml', 'json'],
    default: 'yaml',
    describe: 'Output format; only YAML says what each rule is for.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type RbacValues = Values<typeof rbacFlags & typeof connectionFlags>;

export const rbacCommand: Command = {
  name: 'rbac',
  summary: 'Print the least rights that the commands need',
  description: `
    Prints the RBAC roles that list, repair and undo need, and no more, ready for kubectl apply. Each rule says which
    command uses it for what, whether it is required, and what happens without it.

    The cluster is asked for the API group of its hosts alone; nothing is created.`,
  group: 'Other Commands',
  examples: [
    {
      comment: 'Give a user the rights for the hosts of all namespaces',
      command:
        'kubectl bmh rbac | kubectl apply -f - && kubectl create clusterrolebinding kubectl-bmh --clusterrole=kubectl-bmh --user=jane',
    },
    {
      comment: 'Rights for the hosts of one namespace',
      command: 'kubectl bmh rbac -n metal3',
    },
  ],
  words: [],
  flags: rbacFlags,
  connects: true,
  load: async () => (await import('./rbac/handler.ts')).rbac,
};
