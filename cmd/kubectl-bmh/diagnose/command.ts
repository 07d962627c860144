import { reportedCommand } from '../../shared/report/reported-command.ts';
import { namedHosts } from '../shared/named-hosts.ts';
import { diagnoseFlags } from './flags.ts';

export const diagnoseCommand = reportedCommand({
  name: 'diagnose',
  summary: 'Diagnose hosts and show the next command to run',
  description: `
    Finds the cause of a host's problem, and prints it with its main evidence and the next command to run, or what to do
    first if a command is not enough. With -o wide, all evidence is printed. It reads the BareMetalHost, its Events, the
    operator and the Ironic that it uses, what the image server answers for the current address and for the one that a
    repair would set, who owns the host, and which other hosts use the same address. It lists what it cannot read, and never
    guesses.

    For several hosts it prints a table, most severe first, then each cause with its count. It changes nothing.

    - at risk: the operator may wipe the host.
    - failed: it left the state "provisioned" during a repair or a re-enrollment.
    - degraded: it has an error.
    - blocked: guards would refuse the command that it needs, another user has paused it, or clusterctl is moving it to
    another cluster.
    - unknown: the cause could not be determined, or the operator is still working on the host.
    - in progress: a run is unfinished.
    - healthy: it needs nothing.

    Exits with 0 if all hosts are healthy, 2 if some are unknown and all others healthy, and 1 otherwise.`,
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
  result: 'DiagnosisList',
});
