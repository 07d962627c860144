import { defineCommand } from '../../../lib/cli/define-command.ts';
import { namedHosts } from '../shared/named-hosts.ts';
import { reenrollFlags } from './flags.ts';

export const reenrollCommand = defineCommand({
  name: 'reenroll',
  summary: 'Re-enroll the Ironic node of a repaired host',
  description: `
    For a host whose addresses are correct but whose error keeps coming back: Ironic keeps the old image address in its own
    database, and only a new node replaces it. This command detaches the host, waits until the operator has deleted its node in
    Ironic, attaches it again, and waits until the operator has enrolled and adopted the new node. The disk is not touched, and
    the machine keeps running.

    You can interrupt it at any point: while the host is detached, the same command resumes where it stopped, from any
    machine; once it is attached again, "kubectl bmh wait" shows whether the error comes back. While the host is detached,
    the operator takes no action on it. The command attaches the host only while its status and spec name the same image,
    because otherwise the operator would wipe it. If they differ, the host stays detached, and the message says what to do.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Re-enroll a host of the current namespace', command: 'kubectl bmh reenroll worker-0' },
    { comment: 'Show the changes as a diff', command: 'kubectl bmh reenroll worker-0 -n metal3 --diff' },
    {
      comment: 'Re-enroll a host that has no error',
      command: 'kubectl bmh reenroll worker-0 -n metal3 --accept healthy',
    },
  ],
  args: ['HOST'],
  complete: ['host'],
  flags: reenrollFlags,
  connects: true,
  load: async () => namedHosts((await import('./handler.ts')).reenroll),
});
