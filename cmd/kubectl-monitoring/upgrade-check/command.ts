import { defineCommand } from '../../../lib/cli/define-command.ts';
import { upgradeFlags } from './flags.ts';

export const upgradeCheckCommand = defineCommand({
  name: 'upgrade-check',
  summary: 'Show what an upgrade of the building block needs',
  description: `
    Shows the versions that run in the namespace monitoring-system (-n selects another): Kubernetes, the chart kube-prometheus-stack, its
    operator, the CRDs of that operator, and the parts of the block. Then it lists what lies between them and the chart of --to (the newest
    one that this plugin knows if omitted), the most severe first, each with what to do before the upgrade and after it.

    It checks CRDs, which Helm never upgrades; the version of Kubernetes that the chart needs, and the errors in the diff stage on
    Kubernetes 1.24 and older; APIs that Kubernetes removes; rules and dashboards of your own that the next Prometheus and Grafana
    read otherwise. With -f, it also checks keys of values files that a chart renamed, removed or reads otherwise. Rules and dashboards
    with the labels of the chart are left out, because the upgrade replaces them, as are dashboards in Secrets.

    The version of the chart is read from the labels of its objects. With --from, it is the one that you give: a pipeline can then
    check files without a cluster (--offline). What is not known is said, and never guessed. This command changes nothing.

    The exit code is 1 for critical findings (--strict: for warnings, too), 2 if something could not be read, and otherwise 0.`,
  group: 'Status Commands',
  examples: [
    {
      comment: 'What lies between what runs and the newest chart that is known',
      command: 'kubectl monitoring upgrade-check',
    },
    {
      comment: 'With the values files of the platform repository, and all that was found',
      command: 'kubectl monitoring upgrade-check --to 88.5.3 -f monitoring-system --details',
    },
    {
      comment: 'For a pipeline, without a cluster',
      command:
        'kubectl monitoring upgrade-check --offline --from 72.9.1 --to 88.5.3 -f monitoring-system -o json',
    },
  ],
  args: [],
  flags: upgradeFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).upgradeCheck,
});
