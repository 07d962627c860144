import { defineCommand } from '../../../lib/cli/define-command.ts';
import { rulesFlags } from './flags.ts';

export const rulesCommand = defineCommand({
  name: 'rules',
  summary: 'Check files with alert rules',
  description: `
    Checks alert rules in files: MetricsRule and PrometheusRule objects, plain rule files, Lists, several documents in a file,
    manifests inside ConfigMaps, and the output of helm template on stdin (-). Each finding has its place, the line and what to do.

    It checks labels, groups, the parts of a rule, durations, messages and duplicates. It does not check PromQL. In the raw
    templates of a chart, it only looks for {{ $labels ... }} that is not escaped for Helm. No cluster is contacted.

    The exit code is 1 for critical findings (--strict: for warnings, too), 2 if a file could not be checked, and otherwise 0.`,
  group: 'Other Commands',
  examples: [
    { comment: 'Check a file', command: 'kubectl monitoring rules lint alerts.yaml' },
    { comment: 'Check what a chart renders', command: 'helm template . | kubectl monitoring rules lint -' },
    {
      comment: 'For a pipeline: fail for warnings, too',
      command: 'kubectl monitoring rules lint alerts.yaml --strict -o json',
    },
  ],
  args: ['lint', 'PATH...'],
  complete: [['lint'], 'file'],
  flags: rulesFlags,
  connects: false,
  load: async () => (await import('./handler.ts')).rules,
});
