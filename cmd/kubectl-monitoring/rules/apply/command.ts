import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { applyFlags } from './flags.ts';

export const applyCommand = defineCommand({
  name: 'rules apply',
  summary: 'Apply rules, and wait until they are loaded',
  description: `
    Checks the rule objects of files and folders as "kubectl monitoring rules lint" does, has the API server and the webhook of the operator try
    them (a dry run), shows what would change, and asks. Then it applies them (server-side apply), and waits until every replica of each
    Prometheus that selects a rule has loaded it. If a rule is not loaded, it names the reason, as
    "kubectl monitoring rules doctor" does.

    Nothing is applied if a rule has a critical finding, or if the server rejects one. If a GitOps source such as Flux or
    Argo CD manages a rule and will revert the change, the prompt names it; with -y, the rule is refused without --accept=gitops.

    With --dry-run=server, a rule that is known to be wrong is tried as well: if the server accepts it, no webhook checks rules
    in this cluster, and a warning says so.

    The exit code is 0 if every rule is loaded (with --no-wait: applied), 124 if one was not loaded in time, and otherwise 1.`,
  group: 'Rule Commands',
  examples: [
    { comment: 'Apply the rules of a file', command: 'kubectl monitoring rules apply shop.yaml -n shop' },
    { comment: 'Show what would change', command: 'kubectl monitoring rules apply rules/ --diff' },
  ],
  args: ['PATH...'],
  complete: ['file'],
  flags: applyFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).apply,
});
