import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { metricsFlags } from '../shared/metrics-flags.ts';

export const capacityFlags = {
  'all-namespaces': { type: 'boolean', short: 'A', describe: 'Show the volumes in all namespaces.' },
  component: {
    type: 'string',
    choices: ['metrics', 'alerts', 'ruler', 'agent'],
    describe:
      'Show only the volumes of one kind: Prometheus, Alertmanager, ThanosRuler or PrometheusAgent. Default: all, and the dashboard UI.',
  },
  for: {
    type: 'string',
    default: '180d',
    describe: 'How long the volumes must be large enough, such as 180d or 26w.',
  },
  over: {
    type: 'string',
    default: '14d',
    describe: 'How far back to measure growth, such as 14d or 12h.',
  },
  suggest: {
    type: 'boolean',
    describe: 'Print only the commands that make volumes large enough; nothing if all are.',
  },
  ...metricsFlags,
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS, 'wide'],
    describe: 'Output format; wide prints a table.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type CapacityValues = Values<typeof capacityFlags & typeof connectionFlags>;
