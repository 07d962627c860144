import { defineCommand } from '../../../lib/cli/define-command.ts';
import { namedHosts } from '../shared/named-hosts.ts';
import { waitFlags } from './flags.ts';

export const waitCommand = defineCommand({
  name: 'wait',
  summary: 'Wait until hosts are healthy and stay healthy',
  description: `
    Waits until the operator manages each host again and its error has stayed away for --stable-for, like the last step of
    "kubectl bmh repair"; use it to resume such a wait after an interruption. It watches the hosts. From their Events and
    the operator's leases it also finds an error that comes and goes, an error that the operator no longer updates, and an
    operator that is down.

    It changes nothing. Exits with 0 if all hosts are healthy, 1 if one cannot recover by itself, and 124 at the timeout.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Wait for a host after an interrupted repair', command: 'kubectl bmh wait worker-0' },
    {
      comment: 'Wait for the hosts of a rack, at most ten minutes',
      command: 'kubectl bmh wait -l rack=r1 --timeout=10m',
    },
    {
      comment: 'Stop as soon as each host is healthy',
      command: 'kubectl bmh wait worker-0 worker-1 --stable-for=0s',
    },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: waitFlags,
  connects: true,
  load: async () => namedHosts((await import('./handler.ts')).wait),
});
