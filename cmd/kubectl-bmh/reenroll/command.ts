import { defineCommand } from '../../../lib/cli/define-command.ts';
import { reenrollFlags } from './flags.ts';

export const reenrollCommand = defineCommand({
  name: 'reenroll',
  summary: 'Have the node of a repaired host enrolled in Ironic again',
  description: `
    For a host whose record is right and whose error comes back all the same: Ironic keeps the former image address in its own
    database, and only a new node has it forgotten. This detaches the host, waits until the operator has deleted its node in
    Ironic, attaches it again, and waits until the operator has enrolled and adopted it. The disk is not touched, and the
    machine keeps running.

    It may be interrupted at any point: while the host is detached, the same command goes on where it stopped, from any machine;
    once it is attached again, "kubectl bmh wait" shows whether the error comes back. While the host is detached the operator takes
    no action on it. It is attached only while status and spec name the same image: anything else would have it wiped, so it
    stays detached, and the message says so.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Enrol a host of the current namespace again', command: 'kubectl bmh reenroll worker-0' },
    { comment: 'Show what would be changed', command: 'kubectl bmh reenroll worker-0 -n metal3 --diff' },
    {
      comment: 'A host that has no error, too',
      command: 'kubectl bmh reenroll worker-0 -n metal3 --accept healthy',
    },
  ],
  args: ['HOST'],
  complete: ['host'],
  flags: reenrollFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).reenroll,
});
