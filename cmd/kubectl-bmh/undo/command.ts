import { defineCommand } from '../../../lib/cli/define-command.ts';
import { runFlags } from '../shared/run-flags.ts';

export const undoCommand = defineCommand({
  name: 'undo',
  summary: 'Take an unfinished repair of a host back',
  description: `
    Puts the addresses that a host had before an unfinished repair back, and resumes it. A value that somebody else has
    changed since is left as it is. Where the two addresses can't be made equal that way, the host stays paused, and the
    message names them.

    A repair that was finished is not undone: the former address is the one that did not answer.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Take an unfinished repair back', command: 'kubectl bmh undo worker-0' },
    { comment: 'Show what would be put back', command: 'kubectl bmh undo worker-0 -n metal3 --diff' },
  ],
  words: ['HOST'],
  complete: ['host'],
  flags: runFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).undo,
});
