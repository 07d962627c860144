import type { Command } from '../../lib/cli/command.ts';
import { pauseFlags } from './pause.ts';

export const resumeCommand: Command = {
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
  words: ['[HOST...]'],
  complete: ['host'],
  flags: pauseFlags,
  connects: true,
  load: async () => (await import('./resume/handler.ts')).resume,
};
