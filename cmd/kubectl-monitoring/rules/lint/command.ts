import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { lintFlags } from './flags.ts';

export const lintCommand = defineCommand({
  name: 'rules lint',
  summary: 'Check files with alert rules',
  description: `
    Checks alert rules in files, and in the YAML and JSON files of folders: MetricsRule and PrometheusRule objects, plain rule files, Lists, several documents in a file,
    manifests inside ConfigMaps, and the output of helm template on stdin (-). Each finding shows the file, the line and how to fix it.

    It checks labels, groups, the parts of a rule, its PromQL with types and regular expressions, comparisons that never hold,
    templates and the labels that they read, durations, messages and duplicates, also between objects of one namespace. In the raw templates of a chart, it only looks for {{ $labels ... }} that is not escaped for Helm.

    No cluster is contacted, unless you pass --with-prometheus: then the Prometheus of the cluster, or the one at --prometheus, reads each
    expression as well.

    --fix writes into the files what has one right answer, and keeps every other byte: the label role, the kind, apiVersion and label of
    --names, the line with for of a recording rule, and the escape of a template in a chart. Texts inside other objects, such as
    ConfigMaps, are left. Then it reports what is left.

    The exit code is 1 for critical findings (--strict: for warnings, too), 2 if a file could not be checked, and otherwise 0.`,
  group: 'Rule Commands',
  examples: [
    { comment: 'Check a file', command: 'kubectl monitoring rules lint alerts.yaml' },
    { comment: 'Check what a chart renders', command: 'helm template . | kubectl monitoring rules lint -' },
    {
      comment: 'Move rules from the upstream names to those of the platform',
      command: 'kubectl monitoring rules lint alerts/ --names platform --group monitoring.example.com --fix',
    },
    {
      comment: 'For a pipeline: fail for warnings, too, and show findings in code scanning',
      command: 'kubectl monitoring rules lint clusters/ --strict -o sarif',
    },
  ],
  args: ['PATH...'],
  complete: ['file'],
  flags: lintFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).lint,
});
