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
    are too small or missing, unknown if something could not be read, and otherwise clean; the exit code is always 0. With
    -o json, cores and bytes are plain numbers, and null is unknown; "items" are the findings; a limit is null if a container has none, and "unlimited" names those containers; "stores" are
    the Prometheus instances, with what was measured, and what is expected for the number of nodes in "nodes.sized".`,
  group: 'Status Commands',
  examples: [
    { comment: 'The sizing for this cluster', command: 'kubectl monitoring sizing' },
    { comment: 'What it would need with 40 nodes', command: 'kubectl monitoring sizing --nodes 40' },
    {
      comment: 'With a Prometheus at an address of your own',
      command: 'kubectl monitoring sizing --prometheus http://localhost:9090',
    },
    { comment: 'With what each pod requests and uses', command: 'kubectl monitoring sizing -o wide' },
    { comment: 'As JSON', command: 'kubectl monitoring sizing -o json' },
  ],
  args: [],
  flags: sizingFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).sizing,
});
