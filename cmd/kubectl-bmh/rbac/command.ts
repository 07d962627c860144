import { defineCommand } from '../../../lib/cli/define-command.ts';
import { rbacFlags } from './flags.ts';

export const rbacCommand = defineCommand({
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
  args: [],
  flags: rbacFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).rbac,
});
