import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { alertTestFlags } from './flags.ts';

export const alertTestCommand = defineCommand({
  name: 'alert test',
  summary: 'Send a test alert and prove that it arrives',
  description: `
    Shows where an alert with these labels goes: its routes, receivers and group, and how long the group waits. Then sends a test
    alert to every replica of Alertmanager, follows it until it is known whether the receivers were notified, and resolves it
    again, also after Ctrl-C or an error. The answer of Alertmanager to the alert itself proves nothing.

    The alert is sent by the documented call (POST /api/v1/alerts to a forwarded port of the first replica) where Alertmanager
    serves it, and by API v2 otherwise. It gets a label of its own, kubectl_monitoring_test, so that it is never taken for a real
    alert. If this process is killed, the alert ends by itself after the resolve_timeout of Alertmanager, usually 5 minutes.

    The reason is one of: sent (each notification was counted as a request that succeeded, and no other alert is notified of
    through the same kind of integration), probably-sent (other alerts are, so the counts may be theirs), failing (with the
    reason from the log of Alertmanager, if it can be read), no-receiver (the receiver has no integrations, such as "null"),
    silenced, inhibited, muted (by a time interval of the route), or pending (no request was made in time).

    The exit code is 0 if it was sent, 2 if it was probably sent or that could not be found out, 124 if it is pending, 130
    after Ctrl-C, and otherwise 1. It needs permission to list pods and to get and create on pods/proxy or pods/portforward, and
    to get pods/log for the reason of a failure.`,
  group: 'Alert Commands',
  examples: [
    {
      comment: 'Would I be called for a critical alert?',
      command: 'kubectl monitoring alert test --severity critical',
    },
    {
      comment: 'Test a receiver, with the labels that lead to it',
      command: 'kubectl monitoring alert test --receiver pager',
    },
    {
      comment: 'Only show where an alert would go',
      command: 'kubectl monitoring alert test --label namespace=shop --dry-run client',
    },
    {
      comment: 'Also wait until the receivers are told that the alert is resolved',
      command: 'kubectl monitoring alert test --severity critical --wait-resolved',
    },
    {
      comment: 'Without a cluster',
      command: 'kubectl monitoring alert test --alerts-url http://localhost:9093',
    },
  ],
  args: [],
  flags: alertTestFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).alertTest,
});
