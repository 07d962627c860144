import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { type connectionFlags, DOCUMENTS } from '../../../../lib/cli/flags.ts';
import { alertFlags } from '../shared/flags.ts';

export const alertTestFlags = {
  name: { type: 'string', describe: 'Name of the alert (label alertname); TestAlert if not set.' },
  severity: { type: 'string', describe: 'Severity of the alert (label severity); warning if not set.' },
  label: {
    type: 'list',
    hasCommas: true,
    describe: 'Label of the alert, as NAME=VALUE. Can be repeated.',
  },
  annotation: {
    type: 'list',
    hasCommas: true,
    describe: 'Annotation of the alert, as NAME=VALUE. Can be repeated.',
  },
  receiver: {
    type: 'string',
    describe: 'Add the labels that lead the alert to this receiver. Fails if there are none.',
  },
  timeout: {
    type: 'string',
    default: '8s',
    describe: 'How long to wait for the receivers after the wait of the group is over.',
  },
  keep: { type: 'boolean', describe: 'Leave the alert: it ends by itself.' },
  'wait-resolved': {
    type: 'boolean',
    describe: 'Also wait until the receivers are notified that the alert is resolved.',
  },
  'dry-run': {
    type: 'string',
    choices: ['none', 'client'],
    default: 'none',
    describe: 'With client, only show where the alert would go.',
  },
  output: { type: 'string', short: 'o', choices: DOCUMENTS, describe: 'Output format.' },
  ...alertFlags,
} as const satisfies Flags;

export type AlertTestValues = Values<typeof alertTestFlags & typeof connectionFlags>;
