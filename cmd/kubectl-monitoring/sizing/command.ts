import { defineCommand } from '../../../lib/cli/define-command.ts';
import { sizingFlags } from './flags.ts';

export const sizingCommand = defineCommand({
  name: 'sizing',
  summary: 'Show what the building block needs, requests and uses',
  description: `
    Shows the sizing rule (6 cores and 0.5 per node; 6320 MiB of memory and 50 MiB per node) beside the requests, limits and current use of
    the pods of the building block in the namespace monitoring-system (-n selects another).

    If a Prometheus can be queried, it also estimates the disk and the memory that each Prometheus needs for its own series.
    Disk: the retention time, times the samples per second, times 1 to 2 bytes, and the WAL, with a fifth of the disk left
    free. Memory: the series, times the resident bytes that each takes now. A retention size caps the disk, but not below
    the WAL. For another number of nodes (--nodes), all series are assumed to grow with the nodes.

    What is unknown is listed with the reason, and the rest is shown anyway. The verdict is findings if requests, limits or claims
    are too small or missing, unknown if something could not be read, and otherwise clean; without --values, the exit code is always 0. With
    -o json, cores and bytes are plain numbers, and null is unknown; "items" are the findings; a limit is null if a container has none, and "unlimited" names those containers; "stores" are
    the Prometheus instances, with what was measured, and what is expected for the number of nodes in "nodes.sized".

    With --values (-f), it also proposes requests and limits for values files, asks about each component, and writes those that you
    confirm; no other byte of the files changes. A request is what the largest pod of the component needs (the most that it uses
    now, or is expected to use with that number of nodes) and a quarter more, rounded up to 10m or 32Mi, or above 500m and 1Gi to
    100m or 256Mi, and is kept if it is at least that quarter more and at most twice what would be proposed; a memory limit, and a
    CPU limit where there is one, is raised to one and a half times the request, and none is lowered. The use of a pod includes that
    of its sidecars. Use is measured at this moment, so run it while the load is as usual. A component that was not measured gets no
    proposal. The exit code is 1 if you confirm nothing of what is proposed, or something cannot be written. With -o json,
    "values" has the proposals.`,
  group: 'Status Commands',
  examples: [
    { comment: 'The sizing for this cluster', command: 'kubectl monitoring sizing' },
    { comment: 'What it would need with 40 nodes', command: 'kubectl monitoring sizing --nodes 40' },
    {
      comment: 'With a Prometheus at an address of your own',
      command: 'kubectl monitoring sizing --prometheus http://localhost:9090',
    },
    { comment: 'With what each pod requests and uses', command: 'kubectl monitoring sizing -o wide' },
    {
      comment: 'Set the requests and limits of a values file, asking about each component',
      command: 'kubectl monitoring sizing --values monitoring-system/values.yaml',
    },
    {
      comment: 'Show what would be written for 40 nodes',
      command: 'kubectl monitoring sizing --nodes 40 --values values.yaml --values values-prod.yaml --diff',
    },
    { comment: 'As JSON', command: 'kubectl monitoring sizing -o json' },
  ],
  args: [],
  flags: sizingFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).sizing,
});
