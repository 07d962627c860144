import { setImmediate as turn } from 'node:timers/promises';
import type { Handler, Host } from '../../../lib/cli/command.ts';
import { connectionFlags } from '../../../lib/cli/flags.ts';
import { verifyAccess } from '../../../lib/cluster/hosts/access.ts';
import type { RepairOptions } from '../../../lib/hosts/decide.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { commandLine } from '../../shared/command-line.ts';
import { repairOptionsOf, stableForOf, timeoutOf } from '../shared/repair-options.ts';
import { type RepairValues, repairFlags } from './flags.ts';
import { isFleet } from './fleet/is-fleet.ts';
import { holdOf, runCommand } from './run.ts';

/** `kubectl bmh repair HOST...`: §4.A from verifying access to verifying the result. */
export const repair: Handler<RepairValues> = async ({ args, values: given }, host, { version }) => {
  const timeout = timeoutOf(given);
  const stableFor = stableForOf(given);
  const options = { ...repairOptionsOf(given), unverified: unverifiedAt(given, stableFor, host) };
  const values = { ...given, all: isAll(args, given) };
  if (isFleet(args, values)) {
    checkImage(values);
    const [{ runFleet }, { repairTask }] = await Promise.all([
      import('./fleet/handler.ts'),
      import('./fleet/repair-task.ts'),
    ]);
    const task = repairTask(values, { options, timeout, stableFor });
    const again = commandLine(
      'kubectl bmh repair',
      { args, values: given },
      { ...repairFlags, ...connectionFlags },
    );
    return runFleet(args, { task, values, again, hold: holdOf(values), version }, host);
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

/** A host that a run resumed less than the stable window ago is waited for again, as the run may have been killed. */
const unverifiedAt = (
  { wait, noWait, dryRun, diff }: RepairValues,
  within: number,
  { clock }: Host,
): RepairOptions['unverified'] =>
  wait && !noWait && !diff && dryRun === 'none' && within > 0
    ? { at: clock.now().getTime(), within }
    : undefined;

/** Whether every host is selected: an old address alone selects among all. */
function isAll(args: string[], { all, selector, oldAddress }: RepairValues): boolean {
  if (args.length > 0 && oldAddress !== undefined)
    throw usageError('names cannot be combined with --old-address', 'Give one or the other.');
  if (oldAddress !== undefined && /[\s/]|^$/.test(oldAddress))
    throw usageError(
      `invalid value "${oldAddress}" for --old-address`,
      'Give a host name or an IP address, with or without a port, such as 172.22.0.1 or 172.22.0.1:6180.',
    );
  return all || (oldAddress !== undefined && selector === undefined);
}

/** @throws {CommandError} for flags that set the image of one host. */
function checkImage(values: RepairValues): void {
  const [own] = Object.entries(ONE_HOST).filter(
    ([name]) => values[name as keyof typeof ONE_HOST] !== undefined,
  );
  if (own)
    throw usageError(
      `${own[1]} is for one host: in a fleet, each host keeps its image`,
      'Repair that host by name.',
    );
}

/** Flags that set the image of one host. */
const ONE_HOST = {
  imageName: '--image-name',
  imageUrl: '--image-url',
  checksumUrl: '--checksum-url',
} as const;
