import { defineCommand } from '../../../lib/cli/define-command.ts';
import { waitFlags } from './flags.ts';

export const waitCommand = defineCommand({
  name: 'wait',
  summary: 'Wait until hosts are healthy, and stay so',
  description: `
    Waits until the operator has taken each host back and its error has stayed away for --stable-for, as "kubectl bmh repair"
    does at its end: it goes on where such a wait was interrupted. The records are followed; Events and the leases of the
    operator tell a flapping address, a stale error and an operator that is down.

    It changes nothing. It ends with 0 where all hosts are healthy, with 1 where one can not be by itself, with 124 at the
    timeout.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Wait for a host after an interrupted repair', command: 'kubectl bmh wait worker-0' },
    {
      comment: 'Wait for the hosts of a rack, at most ten minutes',
      command: 'kubectl bmh wait -l rack=r1 --timeout=10m',
    },
    {
      comment: 'Take the first healthy sight',
      command: 'kubectl bmh wait worker-0 worker-1 --stable-for=0s',
    },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: waitFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).wait,
});
