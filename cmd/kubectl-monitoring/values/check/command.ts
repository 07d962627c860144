import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { checkFlags } from './flags.ts';

export const valuesCheckCommand = defineCommand({
  name: 'values check',
  summary: 'Check the values files of the building block',
  description: `
    Checks values files as Helm merges them: pass each with -f, in the order in which Helm gets them; later files win. Maps are merged,
    lists are replaced. A folder stands for its values.yaml, or that of the folder monitoring-system in it; without -f, the current folder is
    checked. Values may be those of the chart, those below the key of a dependency in an umbrella chart, or those in a HelmRelease or an
    Argo CD Application. Both the names of the platform (ui, alerts) and those of the chart (grafana, alertmanager) are known.

    Each finding shows the file, the line and how to fix it. It checks which entries a replaced list loses; receivers and the routes to them, the
    receiver "null" and its quotes; the admin password; host names, certificates and root_url of the ingress; replicas, persistence and
    sticky sessions; volumes and retentionSize; keys that are misspelled, or there twice. Secrets are never shown.

    No cluster is contacted, unless you pass --with-cluster: then it also checks that the ingress class and the issuer exist, and that the
    volumes have room for what was measured.

    The exit code is 1 for findings of --level or above, 2 if a file could not be checked, and otherwise 0.`,
  group: 'Values Commands',
  examples: [
    {
      comment: 'Check the values of the building block in the platform repository',
      command: 'kubectl monitoring values check -f monitoring-system',
    },
    {
      comment: 'Check layers in the order in which Helm gets them',
      command: 'kubectl monitoring values check -f values.yaml -f values-prod.yaml',
    },
    {
      comment: 'For a pipeline: show findings in code scanning',
      command: 'kubectl monitoring values check -f monitoring-system -o sarif',
    },
    {
      comment: 'Compare them with the cluster as well',
      command: 'kubectl monitoring values check -f monitoring-system --with-cluster',
    },
  ],
  args: [],
  flags: checkFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).valuesCheck,
});
