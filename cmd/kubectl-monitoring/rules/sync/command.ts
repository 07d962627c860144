import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { syncFlags } from './flags.ts';

export const syncCommand = defineCommand({
  name: 'rules sync',
  summary: 'Bring a rule set of the community into the repository',
  description: `
    Writes the rules and the dashboards of SOURCE into the extension chart: a file for each rule object in templates/alerts, and
    one for each ConfigMap with dashboards in templates/dashboards, escaped for Helm. They get the labels that the other rules of the
    chart have, and no namespace, so they go to that of the release.

    SOURCE is a folder, or an archive (.tar.gz, .tgz, .tar, .zip), of compiled manifests, such as the folder manifests of a release of
    kube-prometheus. What is neither a rule object nor a ConfigMap with dashboards is passed over.

    Run it again with a newer SOURCE: it updates what you have not edited, writes the new version of what you have edited beside it, as
    FILE.new, which Helm ignores, and lists what SOURCE does not have any more. Commit the file .kubectl-monitoring-rules.json with
    the rest: it has the name and sha256 of SOURCE, and tells what you have edited. No cluster is contacted.`,
  group: 'Rule Commands',
  examples: [
    {
      comment: 'Show what a release would change',
      command: 'kubectl monitoring rules sync kube-prometheus.tar.gz --diff',
    },
    {
      comment: 'Write the rules of an unpacked release to another chart',
      command: 'kubectl monitoring rules sync kube-prometheus/manifests --chart charts/extensions',
    },
  ],
  args: ['SOURCE'],
  complete: ['file'],
  flags: syncFlags,
  connects: false,
  load: async () => (await import('./handler.ts')).sync,
});
