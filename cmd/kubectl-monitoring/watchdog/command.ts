import { defineCommand } from '../../../lib/cli/define-command.ts';
import { watchdogFlags } from './flags.ts';

export const watchdogCommand = defineCommand({
  name: 'watchdog',
  summary: 'Follow the watchdog alert from its rule to the outside check',
  description: `
    Follows the alert that always fires, link by link, for every replica of every Prometheus and Alertmanager in the namespace
    monitoring-system (-n selects another): its rule is loaded, it fires, it is delivered to each Alertmanager, it has arrived there and
    is not suppressed, its receiver has integrations, the last notification left, and the outside check is fresh. The first link that
    breaks is named, with the command that fixes it or shows more; what comes after it is not judged. Nothing is changed.

    A notification left if a request to a receiver was made and did not fail: within the time in which the next one is due, if a
    Prometheus scrapes the Alertmanager, else since the Alertmanager started. These requests are counted for each kind of integration,
    so those of other alerts count too.

    Whether an outside check is fresh is asked at the address of --check-url: it is if the answer is 2xx and, if the answer is JSON, its
    "status" is up or its "last_ping" is recent, as healthchecks.io has them. Only the host of that address is printed. Without the
    flag, the check is not asked, and the verdict is about the other links.

    A receiver without integrations, such as the chart's default "null", breaks the chain: no one notices when alerts stop.
    "kubectl monitoring watchdog receiver" prints the values for one that notices.

    The verdict is healthy (exit code 0) if all links hold, degraded (exit code 1) if one breaks, and unknown (exit code 2) if one could
    not be read and no other breaks. With -w, the chain is printed whenever it changes, until Ctrl-C.

    It needs permission to list Prometheuses, Alertmanagers and pods, and get on pods/proxy, or get and create on pods/portforward.`,
  group: 'Alert Commands',
  examples: [
    { comment: 'Would anybody notice if alerts stopped?', command: 'kubectl monitoring watchdog' },
    {
      comment: 'With the outside check',
      command: 'kubectl monitoring watchdog --check-url https://healthchecks.io/badge/ID.json',
    },
    { comment: 'Follow a change until Ctrl-C', command: 'kubectl monitoring watchdog -w' },
  ],
  args: [],
  flags: watchdogFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).watchdog,
});
