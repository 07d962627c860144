import { defineCommand } from '../../../lib/cli/define-command.ts';
import { validateFlags } from './flags.ts';

export const validateCommand = defineCommand({
  name: 'validate',
  summary: 'Validate payload files of a repair by hand',
  description: `
    Reads files as step 5 of the documented recovery does: each has to be JSON. Beyond that, each has to be a status payload or
    a spec payload of the document's shape and nothing more, with addresses that hold no IP address; and where the files of a
    host are both there, they have to agree, as a host whose two addresses differ is wiped once it is resumed.

    A dash reads standard input. It ends with 0 where all files are valid, with 1 where one is not, and with 2 where one could
    not be read. Neither kubeconfig nor cluster is asked.`,
  group: 'Host Commands',
  examples: [
    {
      comment: 'Validate the payload files of a host',
      command: 'kubectl bmh validate worker-0-status.json worker-0-spec.json',
    },
    { comment: 'Validate what another program prints', command: 'cat payload.json | kubectl bmh validate -' },
  ],
  args: ['FILE...'],
  complete: ['file'],
  flags: validateFlags,
  connects: false,
  load: async () => (await import('./handler.ts')).validate,
});
