import { reportedCommand } from '../../shared/report/reported-command.ts';
import { statusFlags } from './flags.ts';

export const statusCommand = reportedCommand({
  name: 'status',
  summary: 'Show the state of the building block and how to fix it',
  description: `
    Checks the building block in the namespace monitoring-system (-n selects another): its operator, metrics servers, alert
    managers and rulers, dashboard UI, node exporter and cluster-state metrics, however they were installed. Shows their versions,
    their replicas and what manages them; pods that are not ready, and why; volumes, their use and growth; unfinished resizes; and how
    far the watchdog alert gets on its way from its rule to a notification ("kubectl monitoring watchdog" shows it link by link).

    Problems come first, the most severe at the top, each with the command that fixes it or shows more. A finding is
    critical if data is lost or no alert gets through, a warning if a part is down or will fail, and info if it is worth
    knowing. Findings of one kind are shown together, and one by one with --details. What cannot be read is listed with the
    role that it needs, never guessed. This command changes nothing.

    With -w, it checks every few seconds and prints the status whenever it changes; with -o json and yaml, each status is a
    separate document. There, "items" are the findings, the sizes of claims are quantities such as 50Gi, measured values are bytes
    and days, and null means unknown.

    It needs permission to list deployments, daemonsets, statefulsets, pods, claims, ConfigMaps and the operator's custom
    resources. To query pods, it needs get on pods/proxy, or get and create on pods/portforward; for volumes, get on
    services/proxy is enough. "kubectl monitoring rbac" prints the roles.

    The verdict is at risk (exit code 1) if a finding means that data is lost unless you act, such as a volume that is full
    or will be within 30 days; degraded (exit code 1) with any other critical finding or warning; unknown (exit code 2) if
    something could not be read; and otherwise healthy (exit code 0), also with findings of severity info. An invalid flag
    or kubeconfig also exits with 1, and prints nothing on stdout.`,
  group: 'Status Commands',
  examples: [
    { comment: 'The building block', command: 'kubectl monitoring status' },
    {
      comment: 'The building blocks in all namespaces',
      command: 'kubectl monitoring status -A',
    },
    {
      comment: 'Follow an upgrade until Ctrl-C',
      command: 'kubectl monitoring status -w',
    },
    {
      comment: 'With the growth of each volume, and nothing cut off',
      command: 'kubectl monitoring status -o wide',
    },
    {
      comment: 'Each finding with its own command',
      command: 'kubectl monitoring status --details',
    },
    {
      comment: 'As JSON, for a pipeline',
      command: 'kubectl monitoring status -o json',
    },
  ],
  args: [],
  flags: statusFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).status,
  result: 'MonitoringStatus',
});
