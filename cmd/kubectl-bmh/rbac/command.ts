import { defineCommand } from '../../../lib/cli/define-command.ts';
import { hostRbacFlags } from './flags.ts';

export const rbacCommand = defineCommand({
  name: 'rbac',
  summary: 'Print the RBAC roles that the commands need',
  description: `
    Prints the smallest RBAC roles that list, repair, undo, verify, wait, pause, resume, payload and reenroll need, ready
    for kubectl apply. A comment on each rule says which command uses it and why, whether it is required, and what happens
    without it.

    The cluster is asked only for the API group of its hosts; nothing is created.`,
  group: 'Other Commands',
  examples: [
    {
      comment: 'Grant a user the rights for the hosts in all namespaces',
      command:
        'kubectl bmh rbac | kubectl apply -f - && kubectl create clusterrolebinding kubectl-bmh --clusterrole=kubectl-bmh --user=jane',
    },
    {
      comment: 'Print the rights for the hosts in one namespace',
      command: 'kubectl bmh rbac -n metal3',
    },
  ],
  args: [],
  flags: hostRbacFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).rbac,
});
