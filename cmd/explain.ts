import type { Command, Flags, Values } from '../lib/cli/command.ts';

export const explainFlags = {
  output: {
    type: 'string',
    short: 'o',
    choices: ['json', 'yaml', 'name', 'wide'],
    describe: 'Output format.',
  },
  'no-headers': { type: 'boolean', describe: 'If true, prints no headers.' },
} as const satisfies Flags;

export type ExplainValues = Values<typeof explainFlags>;

/** `explain` of a plugin: `about` is what differs from plugin to plugin. */
export const explainCommand = (about: Pick<Command, 'description' | 'examples' | 'load'>): Command => ({
  name: 'explain',
  summary: 'Explain what refuses a change, and what can be accepted',
  group: 'Other Commands',
  words: ['guards', '[NAME]'],
  complete: [['guards'], 'guard'],
  flags: explainFlags,
  connects: false,
  ...about,
});
