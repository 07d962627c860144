import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { applyFlags } from './flags.ts';

export const dashboardsApplyCommand = defineCommand({
  name: 'dashboards apply',
  summary: 'Apply dashboards, and wait until the sidecar has them',
  description: `
    Checks the ConfigMaps and Secrets with dashboards of files and folders as "kubectl monitoring dashboards lint" does, has the API
    server try them (a dry run), shows what would change, and asks. Then it applies them (server-side apply), and waits until the log
    of each sidecar that finds them shows that it has written their files. If no sidecar finds a dashboard, it names the
    reason, as "kubectl monitoring dashboards doctor" does. If the log cannot be read, it says so.

    Nothing is applied if a dashboard has a critical finding, or if the server rejects one. If a GitOps source such as Flux or
    Argo CD manages a dashboard and will revert the change, the prompt names it. If another container has the same file, uid or title,
    a warning names it. With -y, such a dashboard is refused without --accept=gitops or --accept=duplicates.

    The content of a Secret is never shown.

    The exit code is 0 if every dashboard is written, or if that cannot be seen (with --no-wait: applied), 124 if one was not
    written in time, and otherwise 1.`,
  group: 'Dashboard Commands',
  examples: [
    {
      comment: 'Apply the dashboards of a file',
      command: 'kubectl monitoring dashboards apply shop.yaml -n shop',
    },
    { comment: 'Show what would change', command: 'kubectl monitoring dashboards apply dashboards/ --diff' },
  ],
  args: ['PATH...'],
  complete: ['file'],
  flags: applyFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).apply,
});
