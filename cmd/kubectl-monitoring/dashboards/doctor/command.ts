import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { doctorFlags } from './flags.ts';

export const dashboardsDoctorCommand = defineCommand({
  name: 'dashboards doctor',
  summary: 'Find out why a dashboard is not shown',
  description: `
    Follows the dashboards of a ConfigMap or Secret from the API server to the dashboard UI, and names everything that stops
    them, the most important first, with what shows it and the command that fixes it: a label, a namespace or a kind that the
    sidecar does not look for, permissions that it does not have, a pod that is not ready, what its log says, a key or contents
    that the UI does not read, a file name, uid or title that another one has, and folder settings. Nothing is changed.

    NAME is the name of the ConfigMap or Secret; configmap/NAME, secret/NAME and NAMESPACE/NAME are accepted, too. The exit code is
    0 if nothing speaks against the dashboards, 1 if something does, and 2 if that could not be found out.`,
  group: 'Dashboard Commands',
  examples: [
    {
      comment: 'Find out why a dashboard is not shown',
      command: 'kubectl monitoring dashboards doctor shop-dashboards -n shop',
    },
  ],
  args: ['NAME'],
  complete: ['dashboard'],
  flags: doctorFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).doctor,
});
