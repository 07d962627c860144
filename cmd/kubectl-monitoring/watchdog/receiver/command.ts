import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { receiverFlags } from './flags.ts';

export const watchdogReceiverCommand = defineCommand({
  name: 'watchdog receiver',
  summary: 'Print the values for an outside check of the watchdog',
  description: `
    Prints values for the chart that send the alert that always fires to the ping URL of an outside check, such as one of
    healthchecks.io. The check alarms when pings stop: then no alert arrives either. Give the URL as "-" to read it from stdin, since
    whoever knows it can ping the check.

    Helm replaces lists, so the lists of receivers and routes are whole: those of the running configuration, always with the receiver
    "null", which the routes of the chart lead to, and the new ones. The running configuration hides secrets: where it does, a comment
    says that the values of your own file must be kept. Receivers of AlertmanagerConfig resources are left out, because the operator adds
    them. With --offline, "null" is the only other receiver, and a warning says so. Nothing in the cluster is changed.

    A ping is sent every fifth or two fifths of --grace.`,
  group: 'Alert Commands',
  examples: [
    {
      comment: 'Print the values for a ping URL that is in a file',
      command: 'kubectl monitoring watchdog receiver - < ping-url',
    },
    {
      comment: 'For a check that waits for ten minutes',
      command: 'kubectl monitoring watchdog receiver - --grace 10m < ping-url',
    },
  ],
  args: ['URL'],
  complete: [[]],
  flags: receiverFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).watchdogReceiver,
});
