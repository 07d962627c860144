import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { backtestFlags } from './flags.ts';

export const backtestCommand = defineCommand({
  name: 'rules backtest',
  summary: 'Show when alert rules would have fired',
  description: `
    Asks a Prometheus of the cluster for the expression of each alert over the past (--over), and shows how often the alert would have
    fired, when and for how long, with a timeline of the period. An alert is evaluated at the interval of its group, or each minute, with
    its "for" and "keep_firing_for". What was true before the period counts from its start.

    PATH is a file, or a folder with YAML and JSON files: MetricsRule and PrometheusRule objects, plain rule files, Lists, several documents in a file, and manifests
    inside ConfigMaps. Recording rules are left out. If an alert needs the series of one that is not loaded yet, it never fires here.

    The Prometheus is in the namespace monitoring-system (-n selects another), and is queried through the API server.

    With -o json and yaml, "items" are the alerts with all times at which they fired. The exit code is 0 whether alerts
    fired or not, and 2 if some could not be asked about.`,
  group: 'Rule Commands',
  examples: [
    { comment: 'Of the last week', command: 'kubectl monitoring rules backtest shop.yaml' },
    {
      comment: 'Of the last month, with a Prometheus whose port you forward yourself',
      command: 'kubectl monitoring rules backtest rules/ --over 30d --prometheus http://localhost:9090',
    },
  ],
  args: ['PATH...'],
  complete: ['file'],
  flags: backtestFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).backtest,
});
