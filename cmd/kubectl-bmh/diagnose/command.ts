import { defineCommand } from '../../../lib/cli/define-command.ts';
import { namedHosts } from '../shared/named-hosts.ts';
import { diagnoseFlags } from './flags.ts';

export const diagnoseCommand = defineCommand({
  name: 'diagnose',
  summary: 'Diagnose hosts and show the next command to run',
  description: `
    Finds the cause of a host's problem, and prints it with its main evidence and the next command to run, or what to do first
    where that takes more than a command. With -o wide, all evidence is printed. It reads the
    BareMetalHost, its Events, the operator and the Ironic that it uses, what the image server answers for the current
    address and for the one that a repair would set, who owns the host, and which other hosts use the same address.
    It lists what it cannot read, and never guesses.

    For several hosts it prints a table, most severe first, then each cause with its count. It changes nothing.

    at risk: the operator may wipe the host.
    failed: it left the state "provisioned" during a run.
    degraded: it has an error.
    blocked: guards refuse the run that it needs, or another user or a move holds it.
    unknown: the cause could not be determined, or the operator is still working on the host.
    in progress: a run is unfinished.
    healthy: it needs nothing.

    Exits with 0 if all hosts are healthy, 2 if none is worse than unknown, and 1 otherwise.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Diagnose a host', command: 'kubectl bmh diagnose worker-0' },
    { comment: 'Diagnose a host and show all evidence', command: 'kubectl bmh diagnose worker-0 -o wide' },
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
  load: async () => namedHosts((await import('./handler.ts')).diagnose),
});
