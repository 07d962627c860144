import type { Command, Program } from '../../../../lib/cli/command.ts';

const paint: Command = {
  name: 'paint',
  summary: 'Give a thing another colour, and keep it where it stands',
  description: `
    Gives a thing another colour.
    The paint dries within 70 seconds,
    unless --timeout says otherwise.

    What has that colour already is left alone.`,
  group: 'Colour Commands',
  examples: [
    { comment: 'Paint it', command: 'kubectl sample paint door' },
    {
      comment: 'Paint it where others can see it, which takes a longer comment than others do',
      command: 'kubectl sample paint door --shade=http://colours.example/a-rather-long-name --coats 2',
    },
  ],
  args: ['THING', '[PLACE]'],
  flags: {
    yes: { type: 'boolean', short: 'y', describe: 'Skip the confirmation prompt.' },
    dry: { type: 'boolean', default: true, describe: 'Wait until it is dry.' },
    coats: { type: 'number', describe: 'How many coats.' },
    layers: { type: 'number', default: 2, describe: 'How many layers.' },
    shade: { type: 'string', describe: 'Where its colour is described; a shade of grey if absent.' },
    mode: { type: 'string', choices: ['brush', 'roller'], default: 'brush', describe: 'How it is done.' },
    accept: { type: 'list', describe: 'Take on what refuses; may be repeated.' },
  },
  connects: true,
  load: async () => async () => 0,
};

const rest: Command = {
  ...paint,
  name: 'rest',
  summary: 'Rest',
  description: 'Rests.',
  group: 'Other Commands',
  examples: [],
  args: [],
  flags: {},
  connects: false,
};

/** A small program whose help shows every form that help has. */
export const sample: Program = {
  name: 'kubectl sample',
  version: 'v1.2.3',
  description: 'kubectl sample paints things, one after the other.',
  commands: [paint, rest],
  names: async () => ({}),
};
