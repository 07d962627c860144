import { setImmediate as turn } from 'node:timers/promises';
import type { Handler } from '../../../lib/cli/command.ts';
import { verifyAccess } from '../../../lib/cluster/hosts/access.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { repairOptionsOf, stableForOf, timeoutOf } from '../shared/repair-options.ts';
import type { RepairValues } from './flags.ts';
import { holdOf, runCommand } from './run.ts';

/** `kubectl bmh repair HOST...`: §4.A from verifying access to verifying the result. */
export const repair: Handler<RepairValues> = async ({ args, values }, host, { version }) => {
  const options = repairOptionsOf(values);
  const timeout = timeoutOf(values);
  const stableFor = stableForOf(values);
  checkConcurrency(values);
  if (isFleet(args, values)) {
    const { repairFleet } = await import('./fleet/handler.ts');
    return repairFleet(args, { values, options, timeout, stableFor, hold: holdOf(values), version }, host);
  }
  const [word = ''] = args;
  return runCommand({ goal: 'repair', word, values, version }, host, async (run) => {
    // What acts on the first answers is loaded while they are on their way.
    const loading = turn().then(() => import('./act.ts'));
    const access = await verifyAccess(run.session.client, {
      namespace: run.namespace,
      name: run.name,
      addresses: async (seen) => {
        const { newAddresses } = await import('../../../lib/hosts/decide.ts');
        return newAddresses(seen, options);
      },
      signal: host.interrupted,
    });
    const { actOn } = await loading;
    return actOn({ ...run, values, options, timeout, stableFor }, access);
  });
};

/** Whether a call is for anything but one host that it names. */
const isFleet = (
  args: string[],
  { selector, all, allNamespaces, oldAddress, contexts, shard }: RepairValues,
): boolean =>
  args.length !== 1 ||
  selector !== undefined ||
  all ||
  allNamespaces ||
  oldAddress !== undefined ||
  shard !== undefined ||
  contexts.length > 0;

function checkConcurrency({ concurrency }: RepairValues): void {
  if (concurrency >= 1 && concurrency <= MOST) return;
  throw usageError(`invalid value "${concurrency}" for --concurrency`, `Give a number from 1 to ${MOST}.`);
}

/** More at once would be of no use to the API server, nor to the one that serves the images. */
const MOST = 100;
