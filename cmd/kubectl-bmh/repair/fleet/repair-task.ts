import { decide, newAddresses, type RepairOptions, unverifiedTarget } from '../../../../lib/hosts/decide.ts';
import { fleetActionOf, isSelected, needsRepair } from '../../../../lib/hosts/fleet.ts';
import type { Observed } from '../../../../lib/hosts/observed.ts';
import type { Report, Run } from '../../shared/report.ts';
import { actOn, settle } from '../act.ts';
import { heldFor } from '../change.ts';
import type { RepairValues } from '../flags.ts';
import type { Repair } from '../repair.ts';
import type { FleetTask } from './task.ts';

/** §4.A on each host of a fleet. Times are milliseconds. */
export function repairTask(
  values: RepairValues,
  { options, timeout, stableFor }: { options: RepairOptions; timeout: number; stableFor: number },
): FleetTask {
  const repairOf = (run: Run): Repair => ({
    ...run,
    values: { ...values, ...run.values },
    options,
    timeout,
    stableFor,
  });
  return {
    goal: 'repair',
    question: (count) => `Repair ${count === 1 ? 'this host' : `these ${count} hosts`}?`,
    title: 'Repair',
    stableFor: values.wait && !values.noWait ? stableFor : undefined,
    imageLabel: 'New image',
    none: 'No resources found',
    isSelected: (seen) => isSelected(seen, values.oldAddress),
    settledAlone: (run, seen) =>
      needsRepair(seen, options) || unverifiedTarget(seen, options)
        ? undefined
        : settle(repairOf(run), { observed: seen, warnings: [] }, { kind: 'healthy' }),
    addresses: (seen) => newAddresses(seen, options),
    place(run, access) {
      const decision = decide(access.observed, options);
      const report = settle(repairOf(run), access, decision);
      if (report || !('target' in decision)) return { report: report as Report };
      const { target } = decision;
      if (decision.kind === 'on-target')
        return { action: 'verify', why: whyToVerify(access.observed), to: target.url, hold: 0 };
      const { why, order } = decision;
      const hold = heldFor(run, access.observed);
      return {
        action: fleetActionOf(why),
        why,
        to: target.url,
        hold,
        aim: { goal: 'repair', target, order },
      };
    },
    act: (run, access, carry) => actOn(repairOf(run), access, carry),
  };
}

const whyToVerify = ({ host }: Observed): string =>
  host.errorType === undefined ? 'repaired, not yet verified' : 'new address, old error';
