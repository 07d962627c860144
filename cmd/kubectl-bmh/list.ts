import type { Command, Flags, Values } from '../../lib/cli/command.ts';
import { colorFlag, type connectionFlags } from '../../lib/cli/flags.ts';

export const listFlags = {
  'all-namespaces': { type: 'boolean', short: 'A', describe: 'If true, lists the hosts of all namespaces.' },
  selector: {
    type: 'string',
    short: 'l',
    describe: 'Selector (label query) to filter on, such as -l key1=value1,key2!=value2.',
  },
  output: {
    type: 'string',
    short: 'o',
    choices: ['json', 'yaml', 'name', 'wide', 'jsonpath='],
    describe: "Output format; the template of jsonpath is kubectl's, over what -o json shows.",
  },
  watch: {
    type: 'boolean',
    short: 'w',
    describe: 'After listing the hosts, watch for changes until interrupted.',
  },
  'watch-only': {
    type: 'boolean',
    describe: 'Watch for changes until interrupted, without listing the hosts first.',
  },
  'no-headers': { type: 'boolean', describe: 'If true, prints no headers.' },
  ...colorFlag,
} as const satisfies Flags;

export type ListValues = Values<typeof listFlags & typeof connectionFlags>;

export const listCommand: Command = {
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
  words: [],
  flags: listFlags,
  connects: true,
  load: async () => (await import('./list/handler.ts')).list,
};
