import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags } from '../../../../lib/cli/flags.ts';
import { containerFlags } from '../shared/container-flags.ts';

export const newFlags = {
  file: {
    type: 'string',
    complete: 'file',
    describe: 'Wrap the dashboard in this JSON file; - for stdin.',
  },
  shipped: {
    type: 'string',
    choices: ['alerts', 'cluster-capacity'],
    describe: 'Write a dashboard that comes with this program.',
  },
  title: { type: 'string', describe: 'The title of the dashboard; made of the name if not set.' },
  ...containerFlags,
  chart: {
    type: 'string',
    complete: 'folder',
    describe: 'Write the object to templates/dashboards of this chart, escaped for Helm, instead of stdout.',
  },
  offline: { type: 'boolean', describe: 'Do not contact the cluster; the label is that of the platform.' },
  ...colorFlag,
} as const satisfies Flags;

export type DashboardsNewValues = Values<typeof newFlags & typeof connectionFlags>;
