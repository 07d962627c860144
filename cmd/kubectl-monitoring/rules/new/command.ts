import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { newFlags } from './flags.ts';

export const newCommand = defineCommand({
  name: 'rules new',
  summary: 'Write an alert rule for an application',
  description: `
    Prints a rule object with one alert, which fires when no target of the application is up, or when Prometheus does not find any.
    Change it to what your application needs, and check it with "kubectl monitoring rules lint".

    The object has the labels that a Prometheus of the cluster selects (spec.ruleSelector), and the kind that the cluster serves. If the
    cluster cannot be reached, the object has the labels of the platform, and a warning says what to check. Nothing in
    the cluster is changed.

    With --chart, the rules go to a file in templates/alerts of a chart, so that they are deployed with the application. The file is
    never overwritten.

    With --for=baremetal-hosts, the alerts fire when a host reports an error that "kubectl bmh repair" repairs, and when
    the baremetal-operator does not run. They need the metrics of the operator and of kube-state-metrics.`,
  group: 'Rule Commands',
  examples: [
    {
      comment: 'Write a rule, then check it',
      command: 'kubectl monitoring rules new shop > shop.yaml && kubectl monitoring rules lint shop.yaml',
    },
    {
      comment: 'Write it to a chart',
      command: 'kubectl monitoring rules new shop --chart charts/extensions',
    },
    {
      comment: 'Alert on hosts that need a repair',
      command: 'kubectl monitoring rules new hosts --for baremetal-hosts',
    },
  ],
  args: ['APP'],
  complete: [[]],
  flags: newFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).newRules,
});
