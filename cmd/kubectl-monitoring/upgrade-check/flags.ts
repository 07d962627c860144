import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { filenameFlag } from '../shared/values/edit-flags.ts';

export const upgradeFlags = {
  to: {
    type: 'string',
    describe: 'The version of the chart to upgrade to, such as 88.5.3; the newest that is known if omitted.',
  },
  from: {
    type: 'string',
    describe: 'The version of the chart that runs, instead of the one in the labels of the cluster.',
  },
  ...filenameFlag,
  'all-namespaces': { type: 'boolean', short: 'A', describe: 'Check all namespaces.' },
  offline: { type: 'boolean', describe: 'Do not contact the cluster; needs --from.' },
  strict: { type: 'boolean', describe: 'End with exit code 1 for warnings, too.' },
  details: { type: 'boolean', describe: 'Show everything that a finding was found in, not the first three.' },
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS], describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type UpgradeValues = Values<typeof upgradeFlags & typeof connectionFlags>;
