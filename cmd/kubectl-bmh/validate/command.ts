import { defineCommand } from '../../../lib/cli/define-command.ts';
import { validateFlags } from './flags.ts';

export const validateCommand = defineCommand({
  name: 'validate',
  summary: 'Validate the payload files of a manual repair',
  description: `
    Checks files as step 5 of the recovery procedure does: each must be JSON. In addition, each must be exactly a status
    payload or a spec payload of the documented shape, with addresses that contain no IP address. If both files of a host are
    given, they must agree: a host whose two addresses differ is wiped once it is resumed.

    A dash reads standard input. Exits with 0 if all files are valid, 1 if one is invalid, and 2 if one could not be read.
    Needs neither a kubeconfig nor a cluster.`,
  group: 'Host Commands',
  examples: [
    {
      comment: 'Validate the payload files of a host',
      command: 'kubectl bmh validate worker-0-status.json worker-0-spec.json',
    },
    {
      comment: 'Validate the output of another program',
      command: 'cat payload.json | kubectl bmh validate -',
    },
  ],
  args: ['FILE...'],
  complete: ['file'],
  flags: validateFlags,
  connects: false,
  load: async () => (await import('./handler.ts')).validate,
});
