import { reportedCommand } from '../../shared/report/reported-command.ts';
import { auditFlags } from './flags.ts';

export const auditCommand = reportedCommand({
  name: 'audit',
  summary: 'Find addresses that the next network change would break',
  description: `
    Finds every image address that contains an IP address or bypasses the stable image service: in the BareMetalHosts,
    claims, machines, templates, data images, firmware updates and Ironic settings of a cluster or, with -f, in files before
    they are applied. BMC addresses are not audited.

    Each finding names a rule. Use the stable service: ip-address, outside-service. Name images by platform, flavor and OS:
    image-name. Keep the service available (in a cluster only): service-missing, service-not-ready, pinned-to-service-ip. An
    IP address on the provisioning network, such as that of Ironic itself, is a note.

    On a terminal, equal findings share one row, with the command that repairs their hosts if there is one. With --details,
    with -o wide and in a pipe, each finding has its own row.

    Exit code 0: no findings at --level or above. 1: such findings exist. 2: none exist, but something could not be read or
    checked, for example an address whose host is a variable. For a Kustomization, the files that its generators read are
    audited too. -o sarif is for code scanning.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Audit the whole cluster', command: 'kubectl bmh audit -A' },
    {
      comment: 'Audit the files of a platform repository',
      command: 'kubectl bmh audit -f clusters/ -o wide',
    },
    {
      comment: 'Audit before an update, and write a report for the ticket',
      command: 'kubectl bmh audit -A --report audit.html',
    },
    {
      comment: 'Write SARIF for code scanning in a pipeline',
      command: 'kubectl bmh audit -f clusters/ -o sarif',
    },
    {
      comment: 'Preview what --fix would rewrite in these files',
      command: 'kubectl bmh audit -f clusters/ --fix --diff',
    },
  ],
  args: [],
  flags: auditFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).audit,
  result: 'AuditReport',
});
