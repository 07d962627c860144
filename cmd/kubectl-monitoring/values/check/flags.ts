import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../../lib/cli/flags.ts';
import { metricsFlags } from '../../shared/metrics-flags.ts';
import { filenameFlag } from '../../shared/values/edit-flags.ts';

export const checkFlags = {
  ...filenameFlag,
  level: {
    type: 'string',
    choices: ['critical', 'warning', 'info'],
    default: 'warning',
    describe: 'Lowest severity that makes the exit code 1. All findings are shown.',
  },
  'with-cluster': {
    type: 'boolean',
    describe:
      'Also check against the cluster: the ingress class, the issuer, and the sizes of the volumes against their measured growth.',
  },
  ...metricsFlags,
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS, 'sarif'], describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type CheckValues = Values<typeof checkFlags & typeof connectionFlags>;
