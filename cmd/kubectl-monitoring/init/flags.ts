import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, DOCUMENTS } from '../../../lib/cli/flags.ts';

export const initFlags = {
  names: {
    type: 'string',
    choices: ['upstream', 'platform'],
    describe:
      'Whose names the values and rules have: those of prometheus-operator and its chart, or the platform. If not set: those of the last run, or upstream.',
  },
  group: { type: 'string', describe: 'API group of the rule objects of the platform.' },
  chart: { type: 'string', describe: 'Name of the chart of the building block.' },
  'chart-version': { type: 'string', describe: 'Version of that chart.' },
  repository: { type: 'string', describe: 'Repository that Helm gets that chart from.' },
  diff: { type: 'boolean', describe: 'Show the diff and write nothing.' },
  yes: { type: 'boolean', short: 'y', describe: 'Skip all prompts: the watchdog has no receiver then.' },
  output: { type: 'string', short: 'o', choices: DOCUMENTS, describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type InitValues = Values<typeof initFlags>;
