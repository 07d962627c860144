import { defineCommand } from '../../../lib/cli/define-command.ts';
import { namedHosts } from '../shared/named-hosts.ts';
import { payloadFlags } from './flags.ts';

export const payloadCommand = defineCommand({
  name: 'payload',
  summary: 'Write the payload files for a manual repair',
  description: `
    Writes what "kubectl bmh repair" would send to HOST-status.json and HOST-spec.json, readable only by their owner, and
    prints the recovery procedure as shell commands that use kubectl and curl. It changes nothing in the cluster.

    Each command first checks that it is safe: the patches are sent only while the host is paused, and the host is resumed
    only if both of its addresses are the new one. Resumed with two different addresses, it would be wiped.

    No files are written for a host that needs no repair or whose repair would be refused. If an unfinished run holds the
    host, finish it with that run's own command.`,
  group: 'Host Commands',
  examples: [
    {
      comment: 'Write the files to a folder and save the commands',
      command: 'kubectl bmh payload worker-0 --output-directory=payloads > repair-worker-0.sh',
    },
    {
      comment: 'Write the files for a host that has no error yet',
      command: 'kubectl bmh payload worker-0 -n metal3 --preventive',
    },
  ],
  args: ['HOST'],
  complete: ['host'],
  flags: payloadFlags,
  connects: true,
  load: async () => namedHosts((await import('./handler.ts')).payload),
});
