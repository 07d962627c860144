import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags } from '../../../../lib/cli/flags.ts';
import { httpConfigFlag } from '../../shared/http-config.ts';

/** Which Alertmanager is asked, and how. */
export const alertFlags = {
  alertmanager: {
    type: 'string',
    complete: 'alertmanager',
    describe: 'Name of the Alertmanager, if there are several in the namespace.',
  },
  'alerts-url': {
    type: 'string',
    describe: 'Ask the Alertmanager at this address (http://localhost:9093) instead of one in the cluster.',
  },
  ...httpConfigFlag,
  ...colorFlag,
} as const satisfies Flags;

export type AlertValues = Values<typeof alertFlags & typeof connectionFlags>;
