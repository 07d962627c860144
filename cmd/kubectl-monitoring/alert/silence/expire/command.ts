import { defineCommand } from '../../../../../lib/cli/define-command.ts';
import { expireFlags } from './flags.ts';

export const silenceExpireCommand = defineCommand({
  name: 'alert silence expire',
  summary: 'Expire silences',
  description: `
    Expires silences on every replica of an Alertmanager, and waits until none of them has one that is not expired. A silence is given
    by its id, by the beginning of it if no other one begins so, or as "kubectl monitoring alert silence list -o name" prints it.
    An Alertmanager keeps expired silences for some days.

    The exit code is 0 if all are expired, also if they were before; 1 if one is not, or is not found; and 2 if a replica could not be
    asked.`,
  group: 'Alert Commands',
  examples: [
    {
      comment: 'Expire a silence by the beginning of its id',
      command: 'kubectl monitoring alert silence expire 0a25dc1d',
    },
  ],
  args: ['ID...'],
  complete: [[]],
  flags: expireFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).expire,
});
