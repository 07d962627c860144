import type { Access } from '../../../lib/cluster/hosts/access.ts';
import { type Decision, decide, type Reason } from '../../../lib/hosts/decide.ts';
import { documentChecks, otherCauses } from '../../../lib/hosts/health.ts';
import type { Host } from '../../../lib/hosts/host.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { quoted } from '../../../lib/words/shell.ts';
import { carryOut } from '../../shared/change/carry-out.ts';
import { clusterWords } from '../../shared/words.ts';
import { commandToResume, commandToSee } from '../shared/next-commands.ts';
import { type Report, type Run, reportOf } from '../shared/report.ts';
import { hostChange, type Intent } from './change.ts';
import { refusalReport } from './refusal.ts';
import type { Repair } from './repair.ts';
import { verify } from './verify.ts';

/** The reason of a host whose error the operator may be hiding while it tries again. */
export const BETWEEN_ERRORS = 'between-errors';

/** Carries out an intent; undefined if only a preview was printed. */
export type Carry = (run: Run, access: Access, intent: Intent) => Promise<Report | undefined>;

/** Decides from the state of a host and acts on it; undefined if only a preview was printed. */
export async function actOn(
  run: Repair,
  access: Access,
  carry: Carry = (...of) => carryOut(hostChange(...of), access.observed, run),
): Promise<Report | undefined> {
  const { observed } = access;
  const decision = decide(observed, run.options);
  if (decision.kind === 'repair') return carry(run, access, intentOf(run, decision));
  const report = settle(run, access, decision);
  return report || decision.kind !== 'on-target'
    ? report
    : verify(run, access, { observed, target: decision.target });
}

/** The report of a host that needs no change or cannot be changed; undefined for any other. */
export function settle(run: Repair, access: Access, decision: Decision): Report | undefined {
  const { host } = access.observed;
  switch (decision.kind) {
    case 'healthy':
      return reportOf(run, access, { verdict: 'unchanged', message: healthyText(run, host) });
    case 'unknown':
      return reportOf(run, access, {
        verdict: 'unknown',
        reason: BETWEEN_ERRORS,
        message: `host ${run.namespace}/${run.name} has no error right now, but its image is at an IP address and its errorCount is ${host.errorCount}: the operator may be retrying, which hides the error for some seconds; nothing was changed`,
        next: commandToTry(run, access.observed),
      });
    case 'refuse':
      return refusalReport(run, access, decision.refusals);
    case 'on-target': {
      const checks = documentChecks(host, decision.target);
      if (checks.every(({ ok }) => ok)) return undefined;
      return reportOf(run, access, {
        verdict: 'degraded',
        reason: 'not-recovered',
        message: `host ${run.namespace}/${run.name} already has the new address but still has the error; nothing was changed`,
        checks,
        causes: otherCauses(host, decision.target),
      });
    }
    case 'repair':
      return undefined;
  }
}

/** The command that repairs a host whose error is hidden, with the flags of this call; `diagnose` where guards would refuse it. */
function commandToTry(run: Repair, observed: Observed): string {
  const { values, options, namespace } = run;
  if (decide(observed, { ...options, preventive: true }).kind === 'refuse')
    return ['kubectl bmh diagnose', run.name, ...clusterWords({ namespace, values })].join(' ');
  const given: [string, string | undefined][] = [
    ['service', values.service],
    ['image-name', values.imageName],
    ['image-url', values.imageUrl],
    ['checksum-url', values.checksumUrl],
    ['checksum-type', values.checksumType],
    ['order', values.order],
    ['hold', values.hold],
    ['dry-run', values.dryRun === 'none' ? undefined : values.dryRun],
  ];
  return [
    commandToResume(run, observed),
    '--preventive',
    ...given.flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}=${quoted(value)}`])),
    ...(values.diff ? ['--diff'] : []),
  ].join(' ');
}

const intentOf = (run: Repair, { target, order, why }: Extract<Decision, { kind: 'repair' }>): Intent => ({
  goal: 'repair',
  target,
  order,
  why: REASONS[why],
  question: 'Repair this host?',
  verify: (found, observed, step) => verify(run, found, { observed, target, step }),
});

/** With an unreachable image address the error comes and goes: errorCount counts each time. */
const healthyText = (run: Repair, { errorCount = 0 }: Host): string =>
  errorCount > 0
    ? `unchanged: it has no error right now, but has had ${errorCount}; to see whether one comes back: ${commandToSee(run)}`
    : 'unchanged: nothing is wrong with it';

const REASONS: Record<Reason, string> = {
  error: 'provisioned registration error',
  preventive: 'no error yet',
  unfinished: 'an unfinished repair',
  'urls-differ': 'its two image addresses differ: if unpaused, the operator wipes it',
  'method-differs':
    'its deploy method differs from the one in its status: if unpaused, the operator wipes it',
};
