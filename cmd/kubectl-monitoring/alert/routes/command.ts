import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { routesFlags } from './flags.ts';

export const alertRoutesCommand = defineCommand({
  name: 'alert routes',
  summary: 'Show the routes of an Alertmanager, and the path an alert takes',
  description: `
    Draws the routing tree of the configuration that an Alertmanager runs: for each route its matchers, its receiver with the
    integrations by which that notifies, and its time intervals, with those that mute it now. How alerts are grouped and how long they
    wait is shown where it is not the same as in the route above.

    With --label, the path of an alert with these labels is marked, and the receivers that it reaches are named. Silences and
    inhibition are not looked at.

    The exit code is 0; with --label 1 if no one is notified of the alert now, because its receivers have no integrations or its
    routes are muted; and 2 if a replica could not be asked or runs another configuration.`,
  group: 'Alert Commands',
  examples: [
    { comment: 'The routing tree', command: 'kubectl monitoring alert routes' },
    {
      comment: 'Who is notified of a critical alert of the shop',
      command: 'kubectl monitoring alert routes --label severity=critical --label namespace=shop',
    },
  ],
  args: [],
  flags: routesFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).routes,
});
