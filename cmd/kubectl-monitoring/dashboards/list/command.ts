import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { listFlags } from './flags.ts';

export const dashboardsListCommand = defineCommand({
  name: 'dashboards list',
  summary: 'List dashboards, and whether they are shown',
  description: `
    Lists the dashboards in ConfigMaps and Secrets of a namespace, or of all with -A: those with a label that the sidecar of a
    dashboard UI looks for. A dashboard that the UI does not show, or not as it is meant, is degraded, with the reason;
    "kubectl monitoring dashboards doctor" shows what to do about it. Of Secrets, only titles and uids are shown. Nothing is
    changed.

    The exit code is 0, or 2 if something could not be read.`,
  group: 'Dashboard Commands',
  examples: [
    { comment: 'The dashboards of all namespaces', command: 'kubectl monitoring dashboards list -A' },
    { comment: 'With what is wrong with each', command: 'kubectl monitoring dashboards list -A -o wide' },
  ],
  args: [],
  flags: listFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).list,
});
