import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';

export const versionFlags = {
  client: {
    type: 'boolean',
    describe: 'If true, shows the version of this plugin alone; neither kubeconfig nor cluster is asked.',
  },
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS], describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type VersionValues = Values<typeof versionFlags & typeof connectionFlags>;
