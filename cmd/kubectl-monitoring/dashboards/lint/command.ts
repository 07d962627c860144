import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { lintFlags } from './flags.ts';

export const dashboardsLintCommand = defineCommand({
  name: 'dashboards lint',
  summary: 'Check files with dashboards',
  description: `
    Checks dashboards in files, and in the YAML and JSON files of folders: containers (ConfigMaps and Secrets with the label ui_dashboard or grafana_dashboard), JSON files with a dashboard,
    Lists, several documents in a file, and the output of helm template on stdin (-). Each finding shows the file, the line and how to fix it. Other files are ignored. The lines of Secrets are never shown.

    It checks whether the API server takes a container, the sidecar finds it, and the UI reads the file: labels, names, sizes, the JSON, its schema, what only an import fills in; uids, titles and file names that
    are used twice, also between files; the PromQL of panels and variables, with the variables and macros of the UI replaced; variables that are not defined; panels that overlap. It also gives advice on style, under the names of dashboard-linter's checks.

    No cluster is contacted.

    The exit code is 1 for critical findings (--strict: for warnings, too), 2 if a file could not be checked, and otherwise 0.`,
  group: 'Dashboard Commands',
  examples: [
    { comment: 'Check a dashboard', command: 'kubectl monitoring dashboards lint shop.json' },
    {
      comment: 'Check what a chart renders',
      command: 'helm template . | kubectl monitoring dashboards lint -',
    },
    {
      comment: 'For a pipeline: fail for warnings, too, and show findings in code scanning',
      command: 'kubectl monitoring dashboards lint clusters/ --strict -o sarif',
    },
  ],
  args: ['PATH...'],
  complete: ['file'],
  flags: lintFlags,
  connects: false,
  load: async () => (await import('./handler.ts')).dashboardsLint,
});
