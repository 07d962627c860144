import { defineCommand } from '../../../../../lib/cli/define-command.ts';
import { createFlags } from './flags.ts';

export const silenceCreateCommand = defineCommand({
  name: 'alert silence create',
  summary: 'Silence alerts',
  description: `
    Creates a silence: until it ends, no one is notified of the alerts that match all of the matchers. Shows which of the alerts that
    fire now it matches, and asks. It warns if the watchdog alert is among them, since the outside check then raises the alarm, and if
    it matches almost any alert. A first matcher without an operator is the name of an alert.

    The silence is created on one replica of the Alertmanager, which tells the others. If one of them does not hear of it within
    5 seconds, it is created there, too: the replicas are then not one cluster.

    The exit code is 0 if every replica has the silence, 2 if one could not be asked or does not have it, and otherwise 1.`,
  group: 'Alert Commands',
  examples: [
    {
      comment: 'Silence the alerts of a node for two hours',
      command:
        "kubectl monitoring alert silence create node=worker-7 --comment 'Disk is replaced' --duration 2h",
    },
    {
      comment: 'Silence one alert until a time',
      command:
        "kubectl monitoring alert silence create NodeDown --comment 'Known' --until 2026-01-31T08:00:00Z",
    },
  ],
  args: ['MATCHER...'],
  complete: [[]],
  flags: createFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).create,
});
