import { defineCommand } from '../../../lib/cli/define-command.ts';
import { initFlags } from './flags.ts';

export const initCommand = defineCommand({
  name: 'init',
  summary: 'Write the building block into a repository',
  description: `
    Writes the folder monitoring-system into the repository in DIR (the current folder, if omitted): a chart that depends on the
    chart of the building block, its values, and an extension chart with alert rules for the cluster itself, their unit tests,
    and the dashboards "Alerts" and "Cluster Capacity".

    Files that are there already are never overwritten. Run it again after an update of this plugin: it updates what you have not
    edited, and writes the new version of what you have edited beside it, as FILE.new.

    It asks for a webhook outside the cluster, which notifies you when the watchdog alert stops. No cluster is contacted.`,
  group: 'Values Commands',
  examples: [
    { comment: 'Write the building block into the current repository', command: 'kubectl monitoring init' },
    { comment: 'Show what an update would change', command: 'kubectl monitoring init --diff' },
  ],
  args: ['[DIR]'],
  complete: ['folder'],
  flags: initFlags,
  connects: false,
  load: async () => (await import('./handler.ts')).init,
});
