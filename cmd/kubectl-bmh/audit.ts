import { ACCEPTABLE_FIXES } from '../../lib/audit/consequences.ts';
import type { Command, Flags, Values } from '../../lib/cli/command.ts';
import { colorFlag, type connectionFlags } from '../../lib/cli/flags.ts';

export const auditFlags = {
  filename: {
    type: 'list',
    short: 'f',
    complete: 'file',
    describe:
      'Audit this file or folder instead of a cluster; - is stdin; may be repeated. No kubeconfig is read.',
  },
  'all-namespaces': { type: 'boolean', short: 'A', describe: 'If true, audits all namespaces.' },
  service: {
    type: 'string',
    default: 'httpd-http',
    describe: 'The stable service that images are served by, with or without its namespace.',
  },
  flavour: {
    type: 'list',
    describe:
      'Another flavour that image names may have beside standard (std), hpc and gpu; may be repeated.',
  },
  secrets: {
    type: 'boolean',
    describe: 'Look into the Secrets with user, network and metadata of hosts too; nothing of them is shown.',
  },
  level: {
    type: 'string',
    choices: ['error', 'warning', 'note'],
    default: 'warning',
    describe: 'The lowest level of a finding that makes the exit code 1; all findings are shown.',
  },
  fix: {
    type: 'boolean',
    describe: 'Rewrite the files of -f where a finding says what is to stand there; shows the diff and asks.',
  },
  diff: { type: 'boolean', describe: 'With --fix: show the diff of the files; changes nothing.' },
  accept: {
    type: 'list',
    choices: ACCEPTABLE_FIXES,
    describe:
      'With --fix: also rewrite images of hosts. Synced before kubectl bmh repair, that wipes the hosts that run.',
  },
  yes: { type: 'boolean', short: 'y', describe: 'Go on without being asked.' },
  output: {
    type: 'string',
    short: 'o',
    choices: ['json', 'yaml', 'name', 'wide', 'sarif'],
    describe: 'Output format.',
  },
  'no-headers': { type: 'boolean', describe: 'If true, prints no headers.' },
  ...colorFlag,
} as const satisfies Flags;

export type AuditValues = Values<typeof auditFlags & typeof connectionFlags>;

export const auditCommand: Command = {
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
  words: [],
  flags: auditFlags,
  connects: true,
  load: async () => (await import('./audit/handler.ts')).audit,
};
