import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { testFlags } from './flags.ts';

export const testCommand = defineCommand({
  name: 'rules test',
  summary: 'Run unit tests of alert rules with promtool',
  description: `
    Runs unit tests of alert rules, in the format of "promtool test rules". promtool reads only plain rule files. Here, rule_files
    of a test file may also name MetricsRule and PrometheusRule objects, Lists, files with several documents, and manifests inside ConfigMaps.

    PATH is a test file, a folder in which test files are searched, or a file of rules with a test file beside it: for shop.yaml, that
    is shop.test.yaml or shop_test.yaml. The files are not changed: promtool reads private copies, which are removed.

    promtool is in the release archives of Prometheus, and in the package prometheus of Debian and Ubuntu. No cluster is contacted.

    The exit code is 0 if all tests passed, 1 if some failed, and 2 if some could not be run.`,
  group: 'Rule Commands',
  examples: [
    {
      comment: 'Run the tests of a rule object, in the file beside it',
      command: 'kubectl monitoring rules test shop.yaml',
    },
    {
      comment: 'For a pipeline: run all tests of a folder with a promtool of your own',
      command: 'kubectl monitoring rules test clusters/ --promtool ./promtool -o json',
    },
  ],
  args: ['PATH...'],
  complete: ['file'],
  flags: testFlags,
  connects: false,
  load: async () => (await import('./handler.ts')).testRules,
});
