import type { Flags } from '../../../lib/cli/command.ts';

export const metricsFlags = {
  prometheus: {
    type: 'string',
    describe:
      'Query the Prometheus at this address (http://localhost:9090) instead of one in the cluster through the API server.',
  },
} as const satisfies Flags;
