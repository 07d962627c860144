import { defineCommand } from '../../../../../lib/cli/define-command.ts';
import { listFlags } from './flags.ts';

export const silenceListCommand = defineCommand({
  name: 'alert silence list',
  summary: 'List the silences of an Alertmanager',
  description: `
    Lists the silences that the replicas of an Alertmanager have, with what they match and when they end: those that are active, in the
    order in which they end, then those that have not started. Replicas tell each other of silences: one that only some of them have
    shows in REPLICAS.

    The arguments are matchers: a silence is listed if it has all of them. A first one without an operator is the name of an alert.

    The exit code is 0, or 2 if a replica could not be asked.`,
  group: 'Alert Commands',
  examples: [
    { comment: 'The silences that are not expired', command: 'kubectl monitoring alert silence list' },
    {
      comment: 'Their names, as "kubectl monitoring alert silence expire" takes them',
      command: 'kubectl monitoring alert silence list alertname=NodeDown -o name',
    },
  ],
  args: ['[MATCHER...]'],
  complete: [[]],
  flags: listFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).list,
});
