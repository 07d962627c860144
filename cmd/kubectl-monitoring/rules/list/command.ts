import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { listFlags } from './flags.ts';

export const listCommand = defineCommand({
  name: 'rules list',
  summary: 'List rules, and where they are loaded',
  description: `
    Lists the rule objects of a namespace, or of all with -A: for each Prometheus that selects one, on how many of its replicas it
    is loaded, and how many of its alerts fire there. A rule that no Prometheus has loaded is degraded, with the reason;
    "kubectl monitoring rules doctor" shows what to do about it. With -A, files that a Prometheus has loaded and that come from no
    rule object are listed too. Nothing is changed.

    The exit code is 0, or 2 if something could not be read.`,
  group: 'Rule Commands',
  examples: [
    { comment: 'The rules of all namespaces', command: 'kubectl monitoring rules list -A' },
    { comment: 'With what is wrong with each', command: 'kubectl monitoring rules list -A -o wide' },
  ],
  args: [],
  flags: listFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).list,
});
