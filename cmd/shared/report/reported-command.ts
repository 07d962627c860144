import type { Command, Flags } from '../../../lib/cli/command.ts';
import { type Declaration, defineCommand } from '../../../lib/cli/define-command.ts';
import { reportFlags } from './flags.ts';

/**
 * Declares a command with `--report`, and with the record of its run in its result.
 *
 * @param declared as for any command; `result` is what its result is called as data.
 */
export function reportedCommand<F extends Flags, C extends boolean>({
  result,
  ...declared
}: Declaration<F, C> & { result: string }): Command {
  const command = defineCommand<F, C>(declared as unknown as Declaration<F, C>);
  return {
    ...command,
    flags: { ...command.flags, ...reportFlags },
    load: async () => {
      const [handler, { reporting }] = await Promise.all([command.load(), import('./reporting.ts')]);
      return reporting(handler, { name: command.name, flags: command.flags, kind: result });
    },
  };
}
