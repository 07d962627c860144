import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { exportFlags } from './flags.ts';

export const dashboardsExportCommand = defineCommand({
  name: 'dashboards export',
  summary: 'Export dashboards that were made in the dashboard UI',
  description: `
    Dashboards that are made in the dashboard UI are not persistent in its default configuration. This prints one, by its uid or its
    title, as a ConfigMap that can be kept in git and applied: "kubectl monitoring dashboards apply". Without an argument, it lists the
    dashboards; PROVISIONED ones come from files already.

    What belongs to one dashboard UI is removed or replaced: ids, inputs of an export, the uid of the only data source. Messages on
    stderr say what was changed, and what to look at.

    The dashboard UI is the one in the namespace of the building block, or the one of --ui-url. It is asked with the credentials of
    --http-config, or else with those of the Secret that its pod names, if you may read it. Credentials are never shown. Nothing in the
    cluster or in the dashboard UI is changed.

    The exit code is 0, 1 if a dashboard could not be exported, or 2 if one of a list could not be read.`,
  group: 'Dashboard Commands',
  examples: [
    { comment: 'The dashboards of the dashboard UI', command: 'kubectl monitoring dashboards export' },
    {
      comment: 'Export one, then check it',
      command:
        "kubectl monitoring dashboards export 'Shop orders' > shop.yaml && kubectl monitoring dashboards lint shop.yaml",
    },
    {
      comment: 'Export all that come from no file',
      command: 'kubectl monitoring dashboards export --all --output-directory dashboards',
    },
  ],
  args: ['[DASHBOARD]'],
  complete: [[]],
  flags: exportFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).exportDashboards,
});
