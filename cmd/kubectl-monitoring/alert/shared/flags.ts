import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags } from '../../../../lib/cli/flags.ts';
import { alertmanagerFlag, httpConfigFlag } from '../../shared/alertmanager-flags.ts';

/** Which Alertmanager is asked, and how. */
export const alertFlags = {
  ...alertmanagerFlag,
  'alerts-url': {
    type: 'string',
    describe: 'Ask the Alertmanager at this address (http://localhost:9093) instead of one in the cluster.',
  },
  ...httpConfigFlag,
  ...colorFlag,
} as const satisfies Flags;

export type AlertValues = Values<typeof alertFlags & typeof connectionFlags>;
