import type { Command } from '../../../lib/cli/command.ts';
import { defineCommand } from '../../../lib/cli/define-command.ts';
import { colorFlag, DOCUMENTS } from '../../../lib/cli/flags.ts';
import type { ReadInstalls } from './read.ts';

/** What differs from plugin to plugin. */
interface About extends Pick<Command, 'description' | 'examples'> {
  /** Loads what reads the operators that the plugin works on. */
  read(): Promise<ReadInstalls>;
}

/** `version` of a plugin. */
export const versionCommand = ({ read, ...about }: About): Command =>
  defineCommand({
    name: 'version',
    summary: 'Show the versions of this plugin and of what it works on',
    group: 'Other Commands',
    args: [],
    flags: {
      client: {
        type: 'boolean',
        describe: 'If true, shows the version of this plugin alone; neither kubeconfig nor cluster is asked.',
      },
      output: { type: 'string', short: 'o', choices: [...DOCUMENTS], describe: 'Output format.' },
      ...colorFlag,
    },
    connects: true,
    ...about,
    load: async () => (await import('./show.ts')).showVersions(read),
  });
