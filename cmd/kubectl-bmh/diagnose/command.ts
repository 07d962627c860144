import { defineCommand } from '../../../lib/cli/define-command.ts';
import { diagnoseFlags } from './flags.ts';

export const diagnoseCommand = defineCommand({
  name: 'diagnose',
  summary: 'Diagnose hosts and show the next command to run',
  description: `
    Finds the cause of a host's problem, shows the evidence for it, and prints the next command to run. It reads the
    BareMetalHost, its Events, the operator and the Ironic that it uses, what the image server answers for the current
    address and for the one that a repair would set, who owns the host, and which other hosts use the same address.
    It lists what it cannot read, and never guesses.

    For several hosts it prints a table, then each cause with its count. It changes nothing.

    Exits with 0 if all hosts are healthy, 1 if one needs work, and 2 if the cause could not be determined.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Diagnose a host and show the evidence', command: 'kubectl bmh diagnose worker-0' },
    {
      comment: 'Diagnose every host of the cluster, grouped by cause',
      command: 'kubectl bmh diagnose --all -A',
    },
    {
      comment: 'Diagnose the hosts of a rack and print JSON',
      command: 'kubectl bmh diagnose -n metal3 -l rack=r1 -o json',
    },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: diagnoseFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).diagnose,
});
