import type { Command, Flags, Values } from '../lib/cli/command.ts';
import { colorFlag, type connectionFlags } from '../lib/cli/flags.ts';

export const versionFlags = {
  client: {
    type: 'boolean',
    describe: 'If true, shows the version of this plugin alone; neither kubeconfig nor cluster is asked.',
  },
  output: { type: 'string', short: 'o', choices: ['json', 'yaml'], describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type VersionValues = Values<typeof versionFlags & typeof connectionFlags>;

/** `version` of a plugin: `about` is what differs from plugin to plugin. */
export const versionCommand = (about: Pick<Command, 'description' | 'examples' | 'load'>): Command => ({
  name: 'version',
  summary: 'Show the versions of this plugin and of what it works on',
  group: 'Other Commands',
  words: [],
  flags: versionFlags,
  connects: true,
  ...about,
});
