import { defineCommand } from '../../../lib/cli/define-command.ts';
import { listFlags } from './flags.ts';

export const listCommand = defineCommand({
  name: 'list',
  summary: 'List hosts and show which need a repair',
  description: `
    Lists BareMetalHosts with their state and error, whether they are paused and by whom, their image address, and a
    verdict: what "kubectl bmh repair" would do, judged by the BareMetalHost alone:

    repair (it has the error), go on (a run is unfinished), at risk (its two addresses or deploy methods differ, or its spec names
    no image, and it is not paused: run "kubectl bmh diagnose" now), verify (new address, old error), unknown (it has no error
    now, but may be between two errors at an IP address: see "kubectl bmh wait"), refused (-o wide names the guards; see
    "kubectl bmh explain guards"), moved (it arrived paused and without its status; resumed like this, it is provisioned again),
    lost (it left the state "provisioned" during a run), ok.

    With -w, a host is printed again whenever it changes, and with the verdict "deleted" when it is deleted. A lost
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
      command: `kubectl bmh list -o jsonpath='{range .items[?(@.verdict=="repair")]}{.name}{"\\n"}{end}'`,
    },
  ],
  args: [],
  flags: listFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).list,
});
