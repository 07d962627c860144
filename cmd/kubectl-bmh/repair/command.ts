import { reportedCommand } from '../../shared/report/reported-command.ts';
import { namedHosts } from '../shared/named-hosts.ts';
import { repairFlags, undoFlags } from './flags.ts';

export const repairCommand = reportedCommand({
  name: 'repair',
  summary: 'Repair hosts with a "provisioned registration error"',
  description: `
    Points a BareMetalHost at the stable image address and clears its error, in the nine steps of the platform's recovery
    procedure ("documented" below): verify access, start a local API proxy, pause the host, write and validate two payload
    files, patch status, patch spec, resume, stop the proxy, verify.

    You can interrupt it at any point: run the same command again, from any machine, and it resumes where it stopped. Until
    then the host stays paused and its disk is safe. If the API server cannot be reached, the command retries for up to five
    minutes, then stops. A request that gets no answer within 70 seconds (--request-timeout) ends the run.

    To repair several hosts, name them or select them with -l, --all or --old-address; hosts with an unfinished run are
    included. The plan is printed first, as a table. The command first repairs one host (the canary) and waits until it has
    stayed healthy. Then it repairs the rest in waves that grow, each after the one before has stayed healthy. After a
    failure or Ctrl-C, it finishes the hosts in progress and starts no others. Run the same command again to resume.

    The cluster keeps no record of a finished run. To explain later what happened, write a report (--report), or save the result
    as JSON: "kubectl bmh report" makes the same page of it. Both have each step with its time, each field before and after, and
    what is left to do.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Repair a host of the current namespace', command: 'kubectl bmh repair worker-0' },
    { comment: 'Show what would change', command: 'kubectl bmh repair worker-0 -n metal3 --diff' },
    {
      comment: 'Skip the prompt, and write a report for the incident ticket',
      command: 'kubectl bmh repair worker-0 -n metal3 -y --report worker-0.html',
    },
    {
      comment: 'Repair every host whose image is at an old address',
      command: 'kubectl bmh repair -A --old-address 172.22.0.1',
    },
    {
      comment: 'Set the full image address',
      command:
        'kubectl bmh repair worker-0 --image-url=http://images.infra/a-std-os.qcow2 --checksum-url=http://images.infra/a-std-os.qcow2.md5sum',
    },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: repairFlags,
  connects: true,
  load: async () => namedHosts((await import('./handler.ts')).repair),
  result: 'RepairList',
});

export const undoCommand = reportedCommand({
  name: 'undo',
  summary: 'Undo unfinished repairs of hosts',
  description: `
    Restores the addresses that a host had before an unfinished repair, and resumes the host. A value that another user has
    changed since then is kept. If the image addresses in status and spec would then differ, the host stays paused, and the
    message names both addresses and what to do.

    A finished repair cannot be undone, because its former address is the one that failed. To set another image, use
    "kubectl bmh repair" with --image-url and --checksum-url.

    To undo several repairs, name the hosts, or select them with -l or --all: of those, only hosts with an unfinished repair
    are undone. The plan is printed first, as a table. One host (the canary) is undone alone, then the rest in waves.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Undo an unfinished repair', command: 'kubectl bmh undo worker-0' },
    { comment: 'Undo every unfinished repair', command: 'kubectl bmh undo --all -A' },
    { comment: 'Show what would be restored', command: 'kubectl bmh undo worker-0 -n metal3 --diff' },
  ],
  args: ['[HOST...]'],
  complete: ['host'],
  flags: undoFlags,
  connects: true,
  load: async () => namedHosts((await import('./undo-handler.ts')).undo),
  result: 'UndoList',
});
