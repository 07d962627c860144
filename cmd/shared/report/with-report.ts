import type { Command } from '../../../lib/cli/command.ts';
import { reportFlags } from './flags.ts';

/** The command with `--report`, and with the record of its run in its result. @param kind what its result is called as data. */
export const withReport = (command: Command, kind: string): Command => ({
  ...command,
  flags: { ...command.flags, ...reportFlags },
  load: async () => {
    const [handler, { reporting }] = await Promise.all([command.load(), import('./reporting.ts')]);
    return reporting(handler, { name: command.name, flags: command.flags, kind });
  },
});
