import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { doctorFlags } from './flags.ts';

export const doctorCommand = defineCommand({
  name: 'rules doctor',
  summary: 'Find out why a rule is not loaded',
  description: `
    Follows a rule object from the API server to every replica of every Prometheus, and names the first thing that stops it, with
    what shows it and the command that fixes it: labels or a namespace that Prometheus does not select, a rule that the
    operator rejects or that is too large, a Prometheus that is paused, a ConfigMap without it, a replica that did not load
    its configuration or has an earlier version, and an expression that cannot be evaluated. Nothing is changed.

    If any Prometheus selects the rule, the others are only shown. The exit code is 0 if every replica of those that select
    it has loaded it and evaluates it, 1 if not, and 2 if that could not be found out.`,
  group: 'Rule Commands',
  examples: [
    { comment: 'Find out why a rule is not loaded', command: 'kubectl monitoring rules doctor shop -n shop' },
  ],
  args: ['NAME'],
  complete: ['rule'],
  flags: doctorFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).doctor,
});
