import { defineCommand } from '../../../lib/cli/define-command.ts';
import { auditFlags } from './flags.ts';

export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'Find addresses that the next network change would break',
  description: `
    Finds every place that holds an address of an image by IP or outside the stable service: in the hosts, claims, machines,
    templates, data images, firmware updates and settings of Ironic of a cluster or, with -f, in files, before they get there.
    Addresses of BMCs are not judged.

    The rules are the documented ones of prevention: ip-address and outside-service (rule 1), image-name (rule 2), service-missing,
    service-not-ready and pinned-to-service-ip (rule 3, in a cluster alone). An IP address of the provisioning network, such as
    that of Ironic itself, is a note.

    Exit code 0: nothing was found; 1: there are findings of --level or above; 2: none, but nothing or not all could be read or
    judged, as where a variable is to fill in the host of an address. Of a Kustomization, what its generators read is judged, too.
    -o sarif is for code scanning.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Everything in the cluster', command: 'kubectl bmh audit -A' },
    { comment: 'The files of a platform repository', command: 'kubectl bmh audit -f clusters/ -o wide' },
    {
      comment: 'In a pipeline, with what code scanning reads',
      command: 'kubectl bmh audit -f clusters/ -o sarif',
    },
    {
      comment: 'What would be rewritten in these files',
      command: 'kubectl bmh audit -f clusters/ --fix --diff',
    },
  ],
  args: [],
  flags: auditFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).audit,
});
