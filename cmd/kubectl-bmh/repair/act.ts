import { type Decision, decide } from '../../../lib/hosts/decide.ts';
import { documentChecks, otherCauses } from '../../../lib/hosts/health.ts';
import type { Host } from '../../../lib/hosts/host.ts';
import { carryOut } from '../../shared/change/carry-out.ts';
import type { Access } from './access.ts';
import { hostChange, type Intent } from './change.ts';
import { commandToGoOn, commandToSee } from './plan.ts';
import { refusalReport } from './refusal.ts';
import { type Repair, type Report, type Run, reportOf } from './report.ts';
import { verify } from './verify.ts';

/** Carries an intent out; undefined where a preview has said everything. */
export type Carry = (run: Run, access: Access, intent: Intent) => Promise<Report | undefined>;

/** What follows from how a host stands; undefined where a preview has said everything. */
export async function actOn(
  run: Repair,
  access: Access,
  carry: Carry = (...of) => carryOut(hostChange(...of), access.observed, run),
): Promise<Report | undefined> {
  const { observed } = access;
  const decision = decide(observed, run.wish);
  if (decision.kind === 'repair') return carry(run, access, intentOf(run, decision));
  const report = settled(run, access, decision);
  return report || decision.kind !== 'on-target'
    ? report
    : verify(run, access, { observed, target: decision.target });
}

/** What came of a host about which nothing is to be done, or can be; undefined for any other. */
export function settled(run: Repair, access: Access, decision: Decision): Report | undefined {
  const { host } = access.observed;
  switch (decision.kind) {
    case 'healthy':
      return reportOf(run, access, { verdict: 'unchanged', message: healthyText(run, host) });
    case 'unknown':
      return reportOf(run, access, {
        verdict: 'unknown',
        message: `host ${run.namespace}/${run.name} has no error at the moment, at an IP address and with errorCount ${host.errorCount}: the operator may be trying it again, which hides the error for some seconds; nothing was changed`,
        next: [commandToGoOn(run, access.observed), '--preventive', ...previewFlags(run.values)].join(' '),
      });
    case 'refuse':
      return refusalReport(run, access, decision.refusals);
    case 'on-target': {
      const checks = documentChecks(host, decision.target);
      if (checks.every(({ ok }) => ok)) return undefined;
      return reportOf(run, access, {
        verdict: 'not-recovered',
        message: `host ${run.namespace}/${run.name} has the new address already, and the error all the same; nothing was changed`,
        checks,
        causes: otherCauses(host, decision.target),
      });
    }
    case 'repair':
      return undefined;
  }
}

/** What keeps a next command from changing anything, where this one was to change nothing. */
const previewFlags = ({ dryRun, diff }: Run['values']): string[] => [
  ...(dryRun === 'none' ? [] : [`--dry-run=${dryRun}`]),
  ...(diff ? ['--diff'] : []),
];

const intentOf = (run: Repair, { target, order, why }: Extract<Decision, { kind: 'repair' }>): Intent => ({
  goal: 'repair',
  target,
  order,
  why: REASONS[why],
  question: 'Repair this host?',
  verify: (found, observed, step) => verify(run, found, { observed, target, step }),
});

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
