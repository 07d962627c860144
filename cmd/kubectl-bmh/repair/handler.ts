import { setImmediate as turn } from 'node:timers/promises';
import type { Handler } from '../../../lib/cli/command.ts';
import type { RepairValues } from '../repair.ts';
import { verifyAccess } from './access.ts';
import { runCommand } from './run.ts';
import { stableForOf, timeoutOf, wishOf } from './wish.ts';

/** `kubectl bmh repair HOST`: §4.A from the first look to the verification. */
export const repair: Handler = ({ words: [word = ''], values: given }, host, { version }) => {
  const values = given as RepairValues;
  const wish = wishOf(values);
  const timeout = timeoutOf(values);
  const stableFor = stableForOf(values);
  return runCommand({ goal: 'repair', word, values, version }, host, async (run) => {
    // What acts on the first answers is loaded while they are on their way.
    const loading = turn().then(() => import('./act.ts'));
    const access = await verifyAccess(run.session.client, {
      namespace: run.namespace,
      name: run.name,
      addresses: async (seen) => {
        const { newAddresses } = await import('../../../lib/hosts/decide.ts');
        return newAddresses(seen, wish);
      },
      signal: host.interrupted,
    });
    const { actOn } = await loading;
    return actOn({ ...run, values, wish, timeout, stableFor }, access);
  });
};
