import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { metricsFlags } from '../shared/metrics-flags.ts';
import { editFlags } from '../shared/values/edit-flags.ts';

export const sizingFlags = {
  nodes: {
    type: 'number',
    describe: 'Size the building block for this many nodes instead of those in the cluster.',
  },
  values: {
    type: 'list',
    complete: 'file',
    describe:
      'Propose requests and limits for this values file, or the folder of a chart, and ask which to write; may be repeated, in the order in which Helm gets them.',
  },
  diff: editFlags.diff,
  commit: editFlags.commit,
  yes: { ...editFlags.yes, describe: 'Write all that is proposed for the values without asking.' },
  ...metricsFlags,
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS, 'wide'],
    describe: 'Output format; wide adds the pods.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type SizingValues = Values<typeof sizingFlags & typeof connectionFlags>;
