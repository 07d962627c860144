import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, DOCUMENTS } from '../../../../lib/cli/flags.ts';

export const lintFlags = {
  strict: { type: 'boolean', describe: 'End with exit code 1 for warnings, too.' },
  names: {
    type: 'string',
    choices: ['platform', 'upstream'],
    describe: 'Whose label the containers must have: ui_dashboard or grafana_dashboard; either if not set.',
  },
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS, 'sarif'], describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type LintValues = Values<typeof lintFlags>;
