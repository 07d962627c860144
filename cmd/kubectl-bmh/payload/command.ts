import { defineCommand } from '../../../lib/cli/define-command.ts';
import { payloadFlags } from './flags.ts';

export const payloadCommand = defineCommand({
  name: 'payload',
  summary: 'Write the payload files of a repair, to do it by hand',
  description: `
    Writes what "kubectl bmh repair" would send as HOST-status.json and HOST-spec.json, readable by their owner alone, and
    prints the documented recovery as commands for a shell, with kubectl and curl. Nothing in the cluster is changed.

    Each of the commands looks first whether it is safe: the patches are sent while the host is paused, and it is resumed
    where both of its addresses are the new one. Resumed with two that differ, it would be wiped.

    A host for which a repair would be refused, or that needs none, gets no files. One that an unfinished run holds is
    finished by that run's own command.`,
  group: 'Host Commands',
  examples: [
    {
      comment: 'Write the files to a folder, and keep the commands',
      command: 'kubectl bmh payload worker-0 --output-directory=payloads > repair-worker-0.sh',
    },
    {
      comment: 'For a host that has no error yet',
      command: 'kubectl bmh payload worker-0 -n metal3 --preventive',
    },
  ],
  args: ['HOST'],
  complete: ['host'],
  flags: payloadFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).payload,
});
