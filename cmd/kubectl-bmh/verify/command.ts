import { defineCommand } from '../../../lib/cli/define-command.ts';
import { verifyFlags } from './flags.ts';

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Check that hosts are repaired, as they are now',
  description: `
    Makes the verification that comes after a repair: status.errorCount is 0, status.errorMessage is empty and spec.image.url
    shows the new address. Beyond that: no error is left, nothing pauses the host or is unfinished on it, its state is
    "provisioned", and both of its addresses are equal and hold no IP address.

    A host that is named is shown check by check, several as a table. Selected with -l or --all, hosts that have no image and
    need none are left out. Whether an error comes back shows only over time: see "kubectl bmh wait".

    It ends with 0 where all holds, with 1 where something does not, and with 2 where that could not be told.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Check a host', command: 'kubectl bmh verify worker-0' },
    { comment: 'Check the hosts of all namespaces', command: 'kubectl bmh verify -A --all' },
    {
      comment: 'Check that the image comes from a certain service',
      command: 'kubectl bmh verify -l rack=r1 --service=httpd-http.metal3.svc',
    },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: verifyFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).verify,
});
