import { defineCommand } from '../../../lib/cli/define-command.ts';
import { statusFlags } from './flags.ts';

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Say how the building block stands, and the command that mends it',
  description: `
    Looks at the building block in the namespace monitoring-system, unless -n names another: its operator, metrics servers,
    alert managers and rulers, dashboard UI, node exporter and cluster-state metrics, however they were installed; their versions,
    replicas and who manages them; pods that are not ready, and why; volumes, their use and growth, and resizes that have not come
    to their end; and whether the watchdog alert fires at every metrics server and arrives at every alert manager.

    What is wrong comes first, in the order of the harm that it does, each with the command that mends it or says more. What can
    not be read is said, and never guessed. It changes nothing.

    With -w it looks again every few seconds, and shows the status whenever it differs from the one before; with -o json and yaml
    each is then a document of its own. In these the sizes of claims are quantities such as 50Gi, and what is measured is in bytes and
    days; null is what is not known.

    It lists what the block is made of (deployments, daemonsets, statefulsets, pods, claims, ConfigMaps, the operator's kinds), and
    asks pods by the right get on pods/proxy, or get and create on pods/portforward; for volumes get on services/proxy will do.

    Its exit code is 0 where nothing is wrong, 1 where something needs work (a volume that will be full within 30 days does), and 2
    where that could not be told. A wrong flag or kubeconfig ends with 1 as well, and says nothing on stdout.`,
  group: 'Status Commands',
  examples: [
    { comment: 'The building block', command: 'kubectl monitoring status' },
    {
      comment: 'Whatever belongs to one, in all namespaces',
      command: 'kubectl monitoring status -A',
    },
    {
      comment: 'Follow an upgrade until Ctrl-C',
      command: 'kubectl monitoring status -w',
    },
    {
      comment: 'As data, in a pipeline',
      command: 'kubectl monitoring status -o json',
    },
  ],
  args: [],
  flags: statusFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).status,
});
