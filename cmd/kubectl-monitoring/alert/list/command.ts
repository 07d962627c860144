import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { listFlags } from './flags.ts';

export const alertListCommand = defineCommand({
  name: 'alert list',
  summary: 'List the alerts of an Alertmanager',
  description: `
    Lists the alerts that fire, as the replicas of an Alertmanager have them, the newest first: whether each is active, silenced,
    inhibited by another alert, or muted by a time interval on all of its routes, and the receivers that it is routed to. Replicas do
    not tell each other of alerts: an alert that only some of them have shows in REPLICAS. If replicas differ on an alert, it is active
    if one of them notifies of it.

    The arguments are matchers, all of which must match. A first one without an operator is the name of an alert.

    The exit code is 0, or 2 if a replica could not be asked.`,
  group: 'Alert Commands',
  examples: [
    { comment: 'The alerts that fire', command: 'kubectl monitoring alert list' },
    {
      comment: 'The critical ones that receivers are notified of',
      command: 'kubectl monitoring alert list severity=critical --state active',
    },
    {
      comment: 'With all labels, and what suppresses each',
      command: 'kubectl monitoring alert list -o wide',
    },
  ],
  args: ['[MATCHER...]'],
  complete: [[]],
  flags: listFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).list,
});
