import { defineCommand } from '../../../lib/cli/define-command.ts';
import { namesFlags } from './flags.ts';

export const namesCommand = defineCommand({
  name: 'names',
  summary: "Show the platform's names beside the upstream ones",
  description: `
    Shows what the platform (the distribution that packages the building block) calls its parts, and what they are called
    upstream, in prometheus-operator and its chart: API group and kind of alert rules, labels, values keys and components.

    The platform's API group is shown as a placeholder unless --group names it. No cluster is contacted.`,
  group: 'Other Commands',
  examples: [
    { comment: 'All names', command: 'kubectl monitoring names' },
    {
      comment: "With the platform's API group",
      command: 'kubectl monitoring names --group monitoring.example.com',
    },
    {
      comment: 'The upstream kind of alert rules',
      command: `kubectl monitoring names -o 'jsonpath={.items[?(@.metadata.name=="rule-kind")].upstream}'`,
    },
  ],
  args: [],
  flags: namesFlags,
  connects: false,
  load: async () => (await import('./handler.ts')).names,
});
