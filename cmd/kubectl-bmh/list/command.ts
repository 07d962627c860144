import { defineCommand } from '../../../lib/cli/define-command.ts';
import { namedHosts } from '../shared/named-hosts.ts';
import { listFlags } from './flags.ts';

export const listCommand = defineCommand({
  name: 'list',
  summary: 'List hosts and show which need attention',
  description: `
    Lists BareMetalHosts with a verdict, its reason and the image address, most severe first. The verdict is judged by the
    BareMetalHost alone:

    at risk: its two image addresses or deploy methods differ, or its spec names no image, and it is not paused. The operator
    may wipe it: run "kubectl bmh diagnose" now.
    failed: it left the state "provisioned" during a run.
    degraded: it has the error and can be repaired, or it has the new address and still the old error (not-recovered).
    blocked: a repair would be refused by the guards named as the reason; see "kubectl bmh explain".
    unknown: it has no error now, but may be between two errors at an IP address; see "kubectl bmh wait".
    in progress: a run is unfinished. Run the same command again.
    healthy: it needs nothing.

    With -w, a host is printed again whenever it changes, and with the reason "deleted" when it is deleted. A lost
    connection is re-established without missing or repeating a change. With -o json and -o yaml, each host is then a separate
    document; a jsonpath template is applied to each host.`,
  group: 'Host Commands',
  examples: [
    { comment: 'List the hosts of all namespaces', command: 'kubectl bmh list -A' },
    {
      comment: 'List the hosts with a label, and their messages',
      command: 'kubectl bmh list -n metal -l rack=r1 -o wide',
    },
    { comment: 'List all hosts, then watch for changes', command: 'kubectl bmh list -A -w' },
    {
      comment: 'Print the names of the hosts that need a repair',
      command: `kubectl bmh list -o jsonpath='{range .items[?(@.verdict=="degraded")]}{.metadata.name}{"\\n"}{end}'`,
    },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: listFlags,
  connects: true,
  load: async () => namedHosts((await import('./handler.ts')).list),
});
