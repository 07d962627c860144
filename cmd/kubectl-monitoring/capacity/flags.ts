import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { metricsFlags } from '../shared/metrics-flags.ts';

export const capacityFlags = {
  'all-namespaces': { type: 'boolean', short: 'A', describe: 'If true, looks into all namespaces.' },
  component: {
    type: 'string',
    choices: ['metrics', 'alerts', 'ruler', 'agent'],
    describe:
      'Only volumes of a Prometheus, an Alertmanager, a ThanosRuler or a PrometheusAgent; all, and those of the dashboard UI, when absent.',
  },
  for: {
    type: 'string',
    default: '180d',
    describe: 'How long the volumes are to be large enough, such as 180d or 26w.',
  },
  over: {
    type: 'string',
    default: '14d',
    describe: 'How far back growth is measured, such as 14d or 12h.',
  },
  suggest: {
    type: 'boolean',
    describe: 'Print only the commands that make volumes large enough; nothing where all are.',
  },
  ...metricsFlags,
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS],
    describe: 'Output format.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type CapacityValues = Values<typeof capacityFlags & typeof connectionFlags>;
