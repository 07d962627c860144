import { defineCommand } from '../../../lib/cli/define-command.ts';
import { listFlags } from './flags.ts';

export const listCommand = defineCommand({
  name: 'list',
  summary: 'List hosts, and which of them need a repair',
  description: `
    Lists BareMetalHosts with their state and error, whether they are paused and by whom, the address of their image,
    and what "kubectl bmh repair" would do about each, by its own record:

    repair (it has the error), go on (a run is unfinished), at risk (its two addresses or deploy methods differ, or its spec names
    no image, and nothing pauses it: see "kubectl bmh diagnose" now), verify (new address, old error), unknown (it has no error
    now, and may be between two at an IP address: see "kubectl bmh wait"), refused (by the guards that -o wide names; see
    "kubectl bmh explain guards"), moved (it arrived paused and without its status, and is provisioned again if it is resumed like
    that), lost (it left the state "provisioned" in the middle of a run), ok.

    With -w each host that changes is shown again, as one that was deleted is, with the verdict "deleted". A connection that is
    lost is taken up again without missing or repeating a change. With -o json and yaml each host is then a document of its own,
    and a jsonpath template is filled in for each.`,
  group: 'Host Commands',
  examples: [
    { comment: 'The hosts of all namespaces', command: 'kubectl bmh list -A' },
    {
      comment: 'Those with a label, with their messages',
      command: 'kubectl bmh list -n metal -l rack=r1 -o wide',
    },
    { comment: 'All, and then each one that changes, until Ctrl-C', command: 'kubectl bmh list -A -w' },
    {
      comment: 'The names of those that need a repair',
      command: `kubectl bmh list -o jsonpath='{range .items[?(@.verdict=="repair")]}{.name}{"\\n"}{end}'`,
    },
  ],
  args: [],
  flags: listFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).list,
});
