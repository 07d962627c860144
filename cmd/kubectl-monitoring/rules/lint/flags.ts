import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../../lib/cli/flags.ts';
import { metricsFlags } from '../../shared/metrics-flags.ts';

export const lintFlags = {
  strict: { type: 'boolean', describe: 'End with exit code 1 for warnings, too.' },
  'prometheus-version': {
    type: 'string',
    describe: 'Warn about fields that this version of Prometheus does not have, such as 2.41.0.',
  },
  names: {
    type: 'string',
    choices: ['platform', 'upstream'],
    describe: 'Whose names the objects must have: MetricsRule or PrometheusRule; either if not set.',
  },
  group: {
    type: 'string',
    describe:
      'With --names: API group that the objects must have; monitoring.coreos.com if not set for upstream.',
  },
  fix: {
    type: 'boolean',
    describe:
      'Correct in the files what has one right answer: the label role, the names of --names, for of a recording rule, templates that are not escaped for Helm. No other byte changes.',
  },
  'with-prometheus': {
    type: 'boolean',
    describe:
      'Also have the Prometheus of the cluster read each expression, with its version and its features. Nothing is evaluated. It needs Prometheus 2.42 or later.',
  },
  ...metricsFlags,
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS, 'sarif'], describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type LintValues = Values<typeof lintFlags & typeof connectionFlags>;
