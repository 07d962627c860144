import { defineCommand } from '../../../lib/cli/define-command.ts';
import { diagnoseFlags } from './flags.ts';

export const diagnoseCommand = defineCommand({
  name: 'diagnose',
  summary: 'Say what is the matter with hosts, and what to do next',
  description: `
    Tells the cause of what a host shows, what that rests on, and the command to run next. It reads, side by side, the
    record, its Events, the operator and the Ironic that it talks to, what the image server answers for the present
    address and for the one that a repair would bring in, who owns the host, and which others are at the same address.
    What can not be read is said, and never guessed.

    Of several hosts it prints a table and the causes with their counts. It changes nothing.

    Its exit code is 0 where all are healthy, 1 where one needs work, and 2 where that could not be told.`,
  group: 'Host Commands',
  examples: [
    { comment: 'One host, with all that its diagnosis rests on', command: 'kubectl bmh diagnose worker-0' },
    {
      comment: 'Every host of the cluster, and the commands by cause',
      command: 'kubectl bmh diagnose --all -A',
    },
    {
      comment: 'In a pipeline: the hosts of a rack, as data',
      command: 'kubectl bmh diagnose -n metal3 -l rack=r1 -o json',
    },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: diagnoseFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).diagnose,
});
