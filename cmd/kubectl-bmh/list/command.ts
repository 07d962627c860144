import { defineCommand } from '../../../lib/cli/define-command.ts';
import { namedHosts } from '../shared/named-hosts.ts';
import { listFlags } from './flags.ts';

export const listCommand = defineCommand({
  name: 'list',
  summary: 'List hosts and show which need attention',
  description: `
    Lists BareMetalHosts with a verdict, its reason and the image address, most severe first. The verdict is judged by the
    BareMetalHost alone:

    - at risk: its two image addresses or deploy methods differ, or its spec names no image, and it is not paused. The
    operator may wipe it: run "kubectl bmh diagnose" now.
    - failed: it left the state "provisioned" during a repair or a re-enrollment. Its disk may be lost: run "kubectl bmh
    diagnose".
    - degraded: it reports a "provisioned registration error" and can be repaired, or it has the new address and still the
    old error (not-recovered): run "kubectl bmh diagnose".
    - blocked: the guards named as the reason would refuse a repair; run "kubectl bmh explain" with their names.
    - unknown: it has no error now, but its image address is an IP address, and the error may come back. "kubectl bmh wait"
    finds out.
    - in progress: a run is unfinished. The command that finishes it is printed on stderr.
    - healthy: it needs nothing.

    With -w on a terminal, a live screen shows the counts by verdict, then the hosts, grouped by the address of their image
    or by Cluster and Machine (--group-by). If not all fit, it counts the hidden ones. For a host with an unfinished run, it
    shows the next step, even if the run is on another machine; after the resume, it shows for how long of the default 90
    seconds the host has been healthy. A run marked "stopped?" has not moved for longer than its step takes; "kubectl bmh list"
    prints the command that finishes it. Ctrl-C ends the screen, and its last state stays.

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
      command: `kubectl bmh list -o jsonpath='{.items[?(@.verdict=="degraded")].metadata.name}'`,
    },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: listFlags,
  connects: true,
  load: async () => namedHosts((await import('./handler.ts')).list),
});
