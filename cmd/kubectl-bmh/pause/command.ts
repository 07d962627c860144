import { defineCommand } from '../../../lib/cli/define-command.ts';
import { pauseFlags } from './flags.ts';

export const pauseCommand = defineCommand({
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
  args: ['[HOST...]'],
  complete: ['host'],
  flags: pauseFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).pause,
});

export const resumeCommand = defineCommand({
  name: 'resume',
  summary: 'Resume hosts that "kubectl bmh pause" has paused',
  description: `
    Takes the pause of "kubectl bmh pause" back, and no other: a pause of a person, of Cluster API or of an unfinished run is
    refused with the name of whose it is.

    A host that the operator would wipe for it stays paused, such as one whose spec.image.url and
    status.provisioning.image.url differ. Should anybody write to the host in the meantime, it is judged again.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Resume a host of the current namespace', command: 'kubectl bmh resume worker-0' },
    {
      comment: 'Resume the hosts of a rack, without being asked',
      command: 'kubectl bmh resume -l rack=r1 -y',
    },
    { comment: 'Show what would be changed', command: 'kubectl bmh resume worker-0 -n metal3 --diff' },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: pauseFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).resume,
});
