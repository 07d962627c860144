import { defineCommand } from '../../../lib/cli/define-command.ts';
import { capacityFlags } from './flags.ts';

export const capacityCommand = defineCommand({
  name: 'capacity',
  summary: 'Show how full volumes are, how they grow, and when they are full',
  description: `
    Shows the volumes of every Prometheus, Alertmanager, ThanosRuler and PrometheusAgent, and of the dashboard UI, in the namespace
    monitoring-system, unless -n names another: use and growth as a chart, the days until they are full, and the size with which
    they are at most 80 % full after the time of --for. NAME shows the volumes of one instance.

    The figures are the kubelets', from a Prometheus of the namespace, which is asked through the API server. Growth is a straight
    line through the use of the last days, with the range in which it lies with 95 % certainty; sizes go by its upper bound. Where
    data is deleted by retention before a volume is full, use levels off, and that is said instead. Where metrics are missing, it
    says why that happens.

    With -o json and yaml amounts are bytes, but the sizes of claims (size, sizeNeeded) are quantities such as 50Gi; times are
    days, and null is what is not measured or never comes. The exit code is 0 whatever the volumes are like.`,
  group: 'Status Commands',
  examples: [
    { comment: 'All volumes of the building block', command: 'kubectl monitoring capacity' },
    {
      comment: 'The volumes of one Prometheus, by the growth of a month, for a year',
      command: 'kubectl monitoring capacity k8s --over 30d --for 365d',
    },
    {
      comment: 'Only the commands that grow what is too small',
      command: 'kubectl monitoring capacity --for 26w --suggest',
    },
    {
      comment: 'By a Prometheus that you have forwarded yourself',
      command: 'kubectl monitoring capacity --prometheus http://localhost:9090',
    },
  ],
  args: ['[NAME]'],
  complete: ['instance'],
  flags: capacityFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).capacity,
});
