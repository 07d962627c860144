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

    With -w on a terminal, one screen is drawn again as hosts change: counts by verdict, then the hosts, grouped by the address
    of their image or by Cluster and Machine (--group-by). What does not fit is counted. A host with an unfinished run shows its
    next step, also of a run on another machine; after the resume, it shows for how long of the default 90 seconds it has been
    healthy. Ctrl-C ends it, and the last screen stays.

    With -w and a pipe, with -o wide, -L, --show-labels, --no-headers, --watch-only or TERM=dumb, each change is a row with its
    time, and a deleted host is a row with the reason "deleted". With -o json and -o yaml, each host is a separate document; a
    jsonpath template is applied to each host. A lost connection is re-established without missing or repeating a change.`,
  group: 'Host Commands',
  examples: [
    { comment: 'List the hosts of all namespaces', command: 'kubectl bmh list -A' },
    {
      comment: 'List the hosts with a label, and their messages',
      command: 'kubectl bmh list -n metal -l rack=r1 -o wide',
    },
    { comment: 'Watch all hosts on one screen', command: 'kubectl bmh list -A -w' },
    { comment: 'Watch them by Cluster and Machine', command: 'kubectl bmh list -A -w --group-by cluster' },
    {
      comment: 'Log each change with its time',
      command: 'kubectl bmh list -A --watch-only | tee changes.txt',
    },
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
