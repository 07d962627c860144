import { type Decision, decide } from '../../../lib/hosts/decide.ts';
import { documentChecks, otherCauses } from '../../../lib/hosts/health.ts';
import type { Host } from '../../../lib/hosts/host.ts';
import type { Access } from './access.ts';
import { carryOut } from './carry-out.ts';
import { commandToSee } from './plan.ts';
import { refusalReport } from './refusal.ts';
import { type Repair, type Report, reportOf } from './report.ts';
import { progressOf } from './steps.ts';
import { verified } from './verified.ts';

/** What follows from how a host stands; undefined where a preview has said everything. */
export async function actOn(run: Repair, access: Access): Promise<Report | undefined> {
  const { name, namespace, wish } = run;
  const { observed } = access;
  const decision = decide(observed, wish);
  switch (decision.kind) {
    case 'healthy':
      return reportOf(run, access, { verdict: 'unchanged', message: healthyText(run, observed.host) });
    case 'refuse':
      return refusalReport(run, access, decision.refusals);
    case 'on-target': {
      const { target } = decision;
      const checks = documentChecks(observed.host, target);
      if (checks.every(({ ok }) => ok)) return verified(run, access, { observed, target });
      return reportOf(run, access, {
        verdict: 'not-recovered',
        message: `host ${namespace}/${name} has the new address already, and the error all the same; nothing was changed`,
        checks,
        causes: otherCauses(observed.host, target),
      });
    }
    case 'repair': {
      const { target, order, why } = decision;
      return carryOut(run, access, {
        goal: 'repair',
        target,
        order,
        why: REASONS[why],
        question: 'Repair this host?',
        verify: (found, { observed: last, progress, steps }) =>
          verified(run, found, {
            observed: last,
            target,
            progress: progressOf(progress, steps.verification),
          }),
      });
    }
  }
}

/** An image address that does not answer has the error come and go: each time it came is counted. */
const healthyText = (run: Repair, { errorCount = 0 }: Host): string =>
  errorCount > 0
    ? `unchanged: it has no error at the moment; it had ${errorCount}, and whether one comes back shows: ${commandToSee(run)}`
    : 'unchanged: nothing is wrong with it';

const REASONS: Record<Extract<Decision, { kind: 'repair' }>['why'], string> = {
  error: 'provisioned registration error',
  preventive: 'no error yet',
  unfinished: 'an unfinished repair',
  'urls-differ': 'its two image addresses differ: unpaused, the operator wipes it',
};
