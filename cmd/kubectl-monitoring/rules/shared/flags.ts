import type { Flags } from '../../../../lib/cli/command.ts';

export const namesFlag = {
  names: {
    type: 'string',
    choices: ['platform', 'upstream'],
    describe:
      'Whose names to use: MetricsRule or PrometheusRule; the kind that the cluster serves if not set.',
  },
} as const satisfies Flags;
