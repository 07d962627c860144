import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { newFlags } from './flags.ts';

export const dashboardsNewCommand = defineCommand({
  name: 'dashboards new',
  summary: 'Write a dashboard for an application, or wrap one that exists',
  description: `
    Prints a ConfigMap, or a Secret, with a dashboard of one panel. Change it to what your application needs, check it with "kubectl
    monitoring dashboards lint", and look at it with "kubectl monitoring dashboards preview".

    With --file, the dashboard is that of a JSON file. What belongs to the dashboard UI that it comes from is removed: its ids,
    inputs of an export, data of snapshots. With --shipped, it is one that comes with this program.

    The object has the label that the sidecar of the dashboard UI in the cluster looks for. If the cluster cannot be reached, it has
    the label of the platform, and a warning says what to check. Nothing in the cluster is changed.

    With --chart, the object goes to a file in templates/dashboards of a chart, so that it is deployed with the application. The
    file is never overwritten.`,
  group: 'Dashboard Commands',
  examples: [
    {
      comment: 'Write a dashboard, then check it',
      command:
        'kubectl monitoring dashboards new shop > shop.yaml && kubectl monitoring dashboards lint shop.yaml',
    },
    {
      comment: 'Keep a dashboard file in a chart',
      command: 'kubectl monitoring dashboards new shop --file shop.json --chart charts/extensions',
    },
    {
      comment: 'The overview of firing alerts that comes with this program',
      command: 'kubectl monitoring dashboards new alerts --shipped alerts',
    },
  ],
  args: ['NAME'],
  complete: [[]],
  flags: newFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).newDashboards,
});
