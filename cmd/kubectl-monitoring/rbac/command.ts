import { defineCommand } from '../../../lib/cli/define-command.ts';
import { blockRbacFlags } from './flags.ts';

export const rbacCommand = defineCommand({
  name: 'rbac',
  summary: 'Print the RBAC roles that the commands need',
  description: `
    Prints the smallest RBAC roles that all commands need, ready for kubectl apply. A comment on each rule says which
    command uses it and why, whether it is required, and what happens without it. Users who run only status, capacity,
    sizing and watchdog need no rule with patch or delete, and create only on pods/portforward.

    It contacts no cluster and creates nothing.`,
  group: 'Other Commands',
  examples: [
    {
      comment: 'Grant a user the rights for the building block in all namespaces',
      command:
        'kubectl monitoring rbac | kubectl apply -f - && kubectl create clusterrolebinding kubectl-monitoring --clusterrole=kubectl-monitoring --user=jane',
    },
    {
      comment: 'Print the rights for the building block in one namespace',
      command: 'kubectl monitoring rbac -n monitoring-system',
    },
  ],
  args: [],
  flags: blockRbacFlags,
  connects: false,
  load: async () => (await import('./handler.ts')).rbac,
});
