import { defineCommand } from '../../../lib/cli/define-command.ts';
import { namedHosts } from '../shared/named-hosts.ts';
import { pauseFlags } from './flags.ts';

export const pauseCommand = defineCommand({
  name: 'pause',
  summary: 'Pause hosts until they are resumed',
  description: `
    Pauses the operator's reconciliation of hosts, with a value that "kubectl bmh resume" recognizes as its own. A host that
    is already paused like this stays unchanged. A host that is paused by another user or controller, or by an unfinished run,
    is refused, and the message names the owner of the pause.

    "kubectl bmh repair" pauses and resumes a host itself: it does not need this pause, and by default refuses to work under it.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Pause a host of the current namespace', command: 'kubectl bmh pause worker-0' },
    { comment: 'Pause the hosts of a rack without a prompt', command: 'kubectl bmh pause -l rack=r1 -y' },
    {
      comment: 'Show the requests that would be sent',
      command: 'kubectl bmh pause worker-0 worker-1 --dry-run=client',
    },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: pauseFlags,
  connects: true,
  load: async () => namedHosts((await import('./handler.ts')).pause),
});

export const resumeCommand = defineCommand({
  name: 'resume',
  summary: 'Resume hosts paused by "kubectl bmh pause"',
  description: `
    Resumes hosts that "kubectl bmh pause" has paused, and no others: if another user, Cluster API or an unfinished run has
    paused a host, the command refuses, and the message names the owner of the pause.

    A host that the operator would wipe once resumed stays paused, such as one whose spec.image.url and
    status.provisioning.image.url differ. If the host changes in the meantime, it is checked again.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Resume a host of the current namespace', command: 'kubectl bmh resume worker-0' },
    {
      comment: 'Resume the hosts of a rack without a prompt',
      command: 'kubectl bmh resume -l rack=r1 -y',
    },
    { comment: 'Show the changes as a diff', command: 'kubectl bmh resume worker-0 -n metal3 --diff' },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: pauseFlags,
  connects: true,
  load: async () => namedHosts((await import('./handler.ts')).resume),
});
