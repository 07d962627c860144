import type { Command } from '../../../lib/cli/command.ts';
import { defineCommand } from '../../../lib/cli/define-command.ts';
import { colorFlag, DOCUMENTS } from '../../../lib/cli/flags.ts';
import type { Plugin } from '../render.ts';
import type { ReadInstalls } from './read.ts';

/** What differs between the plugins. */
interface About extends Pick<Command, 'description' | 'examples'> {
  apiVersion: Plugin['apiVersion'];
  /** Imports what reads the operators of the plugin. */
  read(): Promise<ReadInstalls>;
}

export const versionCommand = ({ read, apiVersion, ...about }: About): Command =>
  defineCommand({
    name: 'version',
    summary: 'Show the versions of the plugin, the server and the operators',
    group: 'Other Commands',
    args: [],
    flags: {
      client: {
        type: 'boolean',
        describe: 'Show the plugin version only; no kubeconfig or cluster is needed.',
      },
      output: { type: 'string', short: 'o', choices: [...DOCUMENTS], describe: 'Output format.' },
      ...colorFlag,
    },
    connects: true,
    ...about,
    load: async () => (await import('./show.ts')).showVersions(read, { apiVersion }),
  });
