import type { Handler } from '../../../lib/cli/command.ts';
import { connectionFlags } from '../../../lib/cli/flags.ts';
import { verifyAccess } from '../../../lib/cluster/hosts/access.ts';
import { commandLine } from '../../shared/command-line.ts';
import { undoFlags } from './flags.ts';
import { isFleet } from './fleet/is-fleet.ts';
import type { FleetValues } from './fleet/task.ts';
import { holdOf, runCommand } from './run.ts';
import { undoOn } from './undo.ts';

/** `kubectl bmh undo HOST...`: the bracket of §4.A with the originals of its record as the target. */
export const undo: Handler<FleetValues> = async ({ args, values }, host, { version }) => {
  if (isFleet(args, values)) {
    const [{ runFleet }, { undoTask }] = await Promise.all([
      import('./fleet/handler.ts'),
      import('./fleet/undo-task.ts'),
    ]);
    const again = commandLine('kubectl bmh undo', { args, values }, { ...undoFlags, ...connectionFlags });
    const task = undoTask(args.length > 0);
    return runFleet(args, { task, values, again, hold: holdOf(values), version }, host);
  }
  const [word = ''] = args;
  return runCommand({ goal: 'undo', word, values, version }, host, async (run) => {
    const { name, namespace, session } = run;
    return undoOn(run, await verifyAccess(session.client, { namespace, name, signal: host.interrupted }));
  });
};
