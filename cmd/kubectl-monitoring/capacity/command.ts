import { reportedCommand } from '../../shared/report/reported-command.ts';
import { capacityFlags } from './flags.ts';

export const capacityCommand = reportedCommand({
  name: 'capacity',
  summary: 'Show the use and growth of volumes, and when they will be full',
  description: `
    Shows the volumes of every Prometheus, Alertmanager, ThanosRuler and PrometheusAgent, and of the dashboard UI, in the
    namespace monitoring-system (-n selects another), the most severe first. For each volume, it shows the use and the
    expected growth, as a chart with a line at 80%; the days until it is full; and the size that keeps it at most 80% full
    for the time of --for. The verdict on a volume is at risk if it is full, or is likely to be within 30 days; otherwise
    healthy, or unknown if it is not measured. NAME shows the volumes of one instance. -o wide prints a table in place of
    the charts.

    The kubelets measure the volumes, and a Prometheus in the namespace has what they measured. The command queries it
    through the API server. Growth is a straight line through the use of the last days, with its 95% confidence interval;
    sizes are based on its upper bound. If retention deletes data before a volume is full, the output shows where use levels
    off. If metrics are missing, it shows why.

    With -o json and yaml, "items" are the volumes and "instances" their owners. Amounts are bytes, except the sizes of claims (size,
    sizeNeeded), which are quantities such as 50Gi; times are days, and null means not measured or never. The exit code is 0
    whatever the state of the volumes.`,
  group: 'Status Commands',
  examples: [
    { comment: 'All volumes of the building block', command: 'kubectl monitoring capacity' },
    {
      comment: 'One Prometheus, sized for a year by the growth of a month',
      command: 'kubectl monitoring capacity k8s --over 30d --for 365d',
    },
    {
      comment: 'A report with charts, to share or print',
      command: 'kubectl monitoring capacity --report capacity.html',
    },
    {
      comment: 'Only the commands that grow the volumes that are too small',
      command: 'kubectl monitoring capacity --for 26w --suggest',
    },
    {
      comment: 'With a Prometheus whose port you forward yourself',
      command: 'kubectl monitoring capacity --prometheus http://localhost:9090',
    },
  ],
  args: ['[NAME]'],
  complete: ['instance'],
  flags: capacityFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).capacity,
  result: 'CapacityList',
});
