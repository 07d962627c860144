import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags } from '../../../../lib/cli/flags.ts';
import { metricsFlags } from '../../shared/metrics-flags.ts';

export const previewFlags = {
  key: {
    type: 'string',
    describe: 'The file in the container that has the dashboard, if there are several.',
  },
  output: {
    type: 'string',
    complete: 'file',
    describe:
      'The file to write, instead of the name of FILE, or of --key, with .html in the current folder; - for stdout.',
  },
  overwrite: { type: 'boolean', describe: 'Replace a page that exists.' },
  ...metricsFlags,
  offline: {
    type: 'boolean',
    describe: 'Do not contact the cluster, nor a Prometheus: draw the layout without data.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type PreviewValues = Values<typeof previewFlags & typeof connectionFlags>;
