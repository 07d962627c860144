import { ALERT_STATES } from '../../../../lib/alerts/alert-facts.ts';
import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { type connectionFlags, DOCUMENTS } from '../../../../lib/cli/flags.ts';
import { alertFlags } from '../shared/flags.ts';

export const listFlags = {
  state: { type: 'list', choices: ALERT_STATES, describe: 'List the alerts in this state; may be repeated.' },
  receiver: {
    type: 'string',
    describe: 'List the alerts that are routed to this receiver; a regular expression.',
  },
  'no-headers': { type: 'boolean', describe: 'Omit the table headers.' },
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS, 'wide'], describe: 'Output format.' },
  ...alertFlags,
} as const satisfies Flags;

export type AlertListValues = Values<typeof listFlags & typeof connectionFlags>;
