import { defineCommand } from '../../../lib/cli/define-command.ts';
import { sizingFlags } from './flags.ts';

export const sizingCommand = defineCommand({
  name: 'sizing',
  summary: 'What the building block needs, requests and uses',
  description: `
    Shows the document's sizing rule (CPU 6 + 0.5 a node, memory 6320 + 50 MiB a node) beside what the pods of the building
    block in the namespace monitoring-system, unless -n names another, request, are limited to, and are measured to use now.

    Where a Prometheus answers, it also shows the disk and the memory that each Prometheus needs by its own measured series:
    disk from its retention, its samples a second at 1 to 2 bytes each, a fifth of the disk to spare, and the WAL; memory from
    its resident bytes for each series. A retention size caps the disk, but not below the WAL. For another number of nodes
    (--nodes) all series are assumed to grow as the nodes do.

    What is not known is said, and why; the rest is shown all the same. With -o json, a limit is null where a container has
    none, and "unlimited" names those; "stores" are the Prometheuses, with what was measured, and what is expected for as many
    nodes as "nodes.sized" says.`,
  group: 'Status Commands',
  examples: [
    { comment: 'The sizing for this cluster', command: 'kubectl monitoring sizing' },
    { comment: 'What it would need with 40 nodes', command: 'kubectl monitoring sizing --nodes 40' },
    {
      comment: 'With a Prometheus that is reached another way',
      command: 'kubectl monitoring sizing --prometheus http://localhost:9090',
    },
    { comment: 'The same as data', command: 'kubectl monitoring sizing -o json' },
  ],
  args: [],
  flags: sizingFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).sizing,
});
