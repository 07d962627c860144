import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags } from '../../../../lib/cli/flags.ts';
import { namesFlag } from '../shared/flags.ts';

export const newFlags = {
  job: {
    type: 'string',
    describe: 'The scrape job whose targets must be up; the name of the application if not set.',
  },
  for: {
    type: 'string',
    choices: ['baremetal-hosts'],
    describe: 'Write rules for a purpose instead: baremetal-hosts fires for hosts that need a repair.',
  },
  ...namesFlag,
  group: { type: 'string', describe: 'API group of the rule object, if no cluster is reached.' },
  chart: {
    type: 'string',
    complete: 'folder',
    describe: 'Write the rules to templates/alerts of this chart, escaped for Helm, instead of stdout.',
  },
  offline: { type: 'boolean', describe: 'Do not contact the cluster; the labels are those of the platform.' },
  ...colorFlag,
} as const satisfies Flags;

export type NewValues = Values<typeof newFlags & typeof connectionFlags>;
