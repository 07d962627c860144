import type { Command } from '../../../lib/cli/command.ts';
import { defineCommand } from '../../../lib/cli/define-command.ts';
import { DOCUMENTS } from '../../../lib/cli/flags.ts';
import type { Plugin } from '../render.ts';
import type { Explained } from './explaining.ts';

/** What differs from plugin to plugin. */
interface About extends Pick<Command, 'description' | 'examples'> {
  /** Loads what gives the guards of the plugin. */
  guards(): Promise<() => Explained[]>;
  apiVersion: Plugin['apiVersion'];
}

/** `explain` of a plugin. */
export const explainCommand = ({ guards, apiVersion, ...about }: About): Command =>
  defineCommand({
    name: 'explain',
    summary: 'Explain the guards, and which of them you can override',
    group: 'Other Commands',
    args: ['[guards]', '[NAME]'],
    complete: ['guard', 'guard'],
    flags: {
      output: {
        type: 'string',
        short: 'o',
        choices: [...DOCUMENTS, 'name', 'wide'] as const,
        describe: 'Output format.',
      },
      'no-headers': { type: 'boolean', describe: 'If true, prints no headers.' },
    },
    connects: false,
    ...about,
    load: async () => {
      const [{ explaining }, explained] = await Promise.all([import('./explaining.ts'), guards()]);
      return explaining(explained, { apiVersion });
    },
  });
