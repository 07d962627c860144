import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags } from '../../../../lib/cli/flags.ts';
import { alertmanagerFlag } from '../../shared/alertmanager-flags.ts';
import { watchdogFlag } from '../../shared/watchdog-flag.ts';

export const receiverFlags = {
  grace: {
    type: 'string',
    default: '5m',
    describe: 'How long the outside check waits for a ping before it alarms. Pings are sent more often.',
  },
  names: {
    type: 'string',
    choices: ['platform', 'upstream'],
    default: 'upstream',
    describe: 'Whose keys the values have: alerts.config (platform) or alertmanager.config (upstream).',
  },
  ...watchdogFlag,
  ...alertmanagerFlag,
  offline: {
    type: 'boolean',
    describe: 'Do not contact the cluster; the only other receiver is "null".',
  },
  ...colorFlag,
} as const satisfies Flags;

export type ReceiverValues = Values<typeof receiverFlags & typeof connectionFlags>;
