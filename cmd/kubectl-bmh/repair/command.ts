import { defineCommand } from '../../../lib/cli/define-command.ts';
import { runFlags } from '../shared/flags.ts';
import { repairFlags } from './flags.ts';

export const repairCommand = defineCommand({
  name: 'repair',
  summary: 'Repair hosts with a "provisioned registration error"',
  description: `
    Points a BareMetalHost at the stable image address and clears its error, by the documented procedure: verify access,
    start a local API proxy, pause the host, write and validate two payload files, patch status, patch spec, resume,
    stop the proxy, verify.

    It may be interrupted at any point: run the same command again, from any machine, and it goes on where it stopped.
    Until then the host stays paused, and its disk is safe. A request that gets no answer within 70 seconds ends the run,
    unless --request-timeout says otherwise.

    Several hosts are named, or selected by -l, --all or --old-address; those with an unfinished run are among them. The
    plan is shown as a table first. One host goes alone, to the end of its wait; then the others go side by side. After a
    failure or Ctrl-C no host is begun any more, and those under way are finished. The same command goes on.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Repair a host of the current namespace', command: 'kubectl bmh repair worker-0' },
    { comment: 'Show what would be changed', command: 'kubectl bmh repair worker-0 -n metal3 --diff' },
    {
      comment: 'In a pipeline: no question, and a result to read',
      command: 'kubectl bmh repair worker-0 -n metal3 -y -o json',
    },
    {
      comment: 'Repair every host whose image is at an address that is gone',
      command: 'kubectl bmh repair -A --old-address 172.22.0.1',
    },
    {
      comment: 'Give the address in full',
      command:
        'kubectl bmh repair worker-0 --image-url=http://images.infra/a-std-os.qcow2 --checksum-url=http://images.infra/a-std-os.qcow2.md5sum',
    },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: repairFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).repair,
});

export const undoCommand = defineCommand({
  name: 'undo',
  summary: 'Take an unfinished repair of a host back',
  description: `
    Puts the addresses that a host had before an unfinished repair back, and resumes it. A value that somebody else has
    changed since is left as it is. Where the two addresses can't be made equal that way, the host stays paused, and the
    message names them.

    A repair that was finished is not undone: the former address is the one that did not answer.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Take an unfinished repair back', command: 'kubectl bmh undo worker-0' },
    { comment: 'Show what would be put back', command: 'kubectl bmh undo worker-0 -n metal3 --diff' },
  ],
  args: ['HOST'],
  complete: ['host'],
  flags: runFlags,
  connects: true,
  load: async () => (await import('./undo.ts')).undo,
});
