import type { Command, Flags, Values } from '../../lib/cli/command.ts';
import type { connectionFlags } from '../../lib/cli/flags.ts';
import { changeFlags } from '../change-flags.ts';
import { resultFlags } from '../result-flags.ts';
import { selectionFlags } from './select-hosts.ts';

export const pauseFlags = {
  ...selectionFlags,
  ...changeFlags,
  ...resultFlags,
} as const satisfies Flags;

export type PauseValues = Values<typeof pauseFlags & typeof connectionFlags>;

export const pauseCommand: Command = {
  name: 'pause',
  summary: 'Pause hosts until they are resumed',
  description: `
    Pauses the operator's reconciliation of hosts, with a value by which "kubectl bmh resume" knows the pause as its own. A
    host that is paused like this already is left as it is; one that somebody else has paused, or an unfinished run, is
    refused with the name of whose pause it is.

    "kubectl bmh repair" pauses and resumes a host by itself: it does not need this, and refuses to work under it unasked.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Pause a host of the current namespace', command: 'kubectl bmh pause worker-0' },
    { comment: 'Pause the hosts of a rack, without being asked', command: 'kubectl bmh pause -l rack=r1 -y' },
    { comment: 'Show what would be sent', command: 'kubectl bmh pause worker-0 worker-1 --dry-run=client' },
  ],
  words: ['[HOST...]'],
  complete: ['host'],
  flags: pauseFlags,
  connects: true,
  load: async () => (await import('./pause/handler.ts')).pause,
};
