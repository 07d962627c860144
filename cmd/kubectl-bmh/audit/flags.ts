import { ACCEPTABLE_FIXES } from '../../../lib/audit/consequences.ts';
import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';

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
    choices: [...DOCUMENTS, 'name', 'wide', 'sarif'],
    describe: 'Output format.',
  },
  'no-headers': { type: 'boolean', describe: 'If true, prints no headers.' },
  ...colorFlag,
} as const satisfies Flags;

export type AuditValues = Values<typeof auditFlags & typeof connectionFlags>;
