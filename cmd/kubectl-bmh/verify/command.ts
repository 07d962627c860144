import { defineCommand } from '../../../lib/cli/define-command.ts';
import { namedHosts } from '../shared/named-hosts.ts';
import { verifyFlags } from './flags.ts';

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Verify that hosts are repaired',
  description: `
    Runs the verification that follows a repair: status.errorCount is 0, status.errorMessage is empty, and spec.image.url
    is the new address. It also checks that no error is left, that the host is not paused and has no unfinished run, that its
    state is "provisioned", and that its two image addresses are equal and contain no IP address.

    One host is printed check by check, several as a table, most severe first. With -l or --all, hosts that have no image and need none are
    skipped. Only time shows whether an error comes back: see "kubectl bmh wait".

    Exits with 0 if every check passes, 1 if one fails or a host does not exist, and 2 if a host could not be checked.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Check a host', command: 'kubectl bmh verify worker-0' },
    { comment: 'Check the hosts of all namespaces', command: 'kubectl bmh verify -A --all' },
    {
      comment: 'Check that a specific service serves the image',
      command: 'kubectl bmh verify -l rack=r1 --service=httpd-http.metal3.svc',
    },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: verifyFlags,
  connects: true,
  load: async () => namedHosts((await import('./handler.ts')).verify),
});
