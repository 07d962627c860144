import { ACCEPTABLE_FIXES } from '../../../lib/audit/consequences.ts';
import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { shardFlag } from '../../../lib/cluster/hosts/select-hosts.ts';

export const auditFlags = {
  filename: {
    type: 'list',
    short: 'f',
    complete: 'file',
    describe:
      'Audit this file or folder instead of a cluster (- for stdin); may be repeated. No kubeconfig is read.',
  },
  'all-namespaces': { type: 'boolean', short: 'A', describe: 'Audit all namespaces.' },
  ...shardFlag,
  service: {
    type: 'string',
    default: 'httpd-http',
    describe: 'Name of the stable service that serves images, with or without its namespace.',
  },
  flavor: {
    type: 'list',
    describe: 'Allow this flavor in image names in addition to standard (std), hpc and gpu; may be repeated.',
  },
  secrets: {
    type: 'boolean',
    describe:
      'Also audit the Secrets that hold the user data, network data and metadata of hosts. Their contents are never shown.',
  },
  level: {
    type: 'string',
    choices: ['error', 'warning', 'note'],
    default: 'warning',
    describe: 'Lowest finding level that makes the exit code 1. All findings are shown.',
  },
  fix: {
    type: 'boolean',
    describe:
      'Rewrite the addresses in the files of -f that have a known replacement. Shows the diff and asks first.',
  },
  diff: { type: 'boolean', describe: 'With --fix: show the diff and write nothing.' },
  accept: {
    type: 'list',
    choices: ACCEPTABLE_FIXES,
    describe:
      'With --fix: also rewrite the images of provisioned hosts. Repair those hosts before you apply the files, or the operator wipes them.',
  },
  yes: { type: 'boolean', short: 'y', describe: 'Skip the confirmation prompt.' },
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS, 'name', 'wide', 'sarif'],
    describe: 'Output format.',
  },
  details: {
    type: 'boolean',
    describe: 'On a terminal, print one row per finding instead of one per address.',
  },
  'no-headers': { type: 'boolean', describe: 'Omit the table headers.' },
  ...colorFlag,
} as const satisfies Flags;

export type AuditValues = Values<typeof auditFlags & typeof connectionFlags>;
