import type { Command, Flags, Values } from '../../lib/cli/command.ts';

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

export const explainCommand: Command = {
  name: 'explain',
  summary: 'Explain what refuses a change, and what can be accepted',
  description: `
    Lists the guards that "kubectl bmh repair" and "kubectl bmh undo" ask, and what each protects. A refusal stands: what it
    protects is a disk, or somebody else's work. A judgement can be taken on, one by one, with --accept NAME. A warning
    is only said.

    With a name it says of that guard when it is asked, what a run does while it holds, and how it is accepted. No
    cluster is asked.`,
  group: 'Other Commands',
  examples: [
    { comment: 'All guards', command: 'kubectl bmh explain guards' },
    { comment: 'One of them in full', command: 'kubectl bmh explain guards foreign-pause' },
  ],
  words: ['[TOPIC]', '[NAME]'],
  flags: explainFlags,
  connects: false,
  load: async () => (await import('./explain/handler.ts')).explain,
};
