import type { Progress } from '../../../lib/cli/progress.ts';
import { documentChecks, otherCauses } from '../../../lib/hosts/health.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import type { Access } from './access.ts';
import { awaitRecovery } from './await-recovery.ts';
import { type Repair, type Report, reportOf } from './report.ts';
import { VERIFICATION } from './steps.ts';

/** The verification after step 9: the document's three checks and, unless told not to, the operator's recovery. */
export async function verified(
  run: Repair,
  access: Access,
  { observed, target, progress }: { observed: Observed; target: Target; progress?: Progress },
): Promise<Report> {
  const { name, namespace, values, timeout, session, host } = run;
  const where = `host ${namespace}/${name}`;
  const checks = documentChecks(observed.host, target);
  const failing = checks.filter(({ ok }) => !ok);
  if (failing.length > 0) {
    progress?.failed(VERIFICATION, failing.map(({ name: field }) => field).join(', '));
    return reportOf(run, access, {
      verdict: 'not-recovered',
      message: `${where} was patched, and does not show it`,
      target,
      checks,
      causes: otherCauses(observed.host, target),
    });
  }
  if (observed.host.paused !== undefined) {
    progress?.done(VERIFICATION, 'the three checks of the document');
    const message = `patched; it stays under somebody else's pause (${observed.host.paused || 'no value'})`;
    return reportOf(run, access, { verdict: 'patched', message, target, checks });
  }
  if (!values.wait || values.noWait) {
    progress?.done(VERIFICATION, 'the three checks of the document');
    return reportOf(run, access, { verdict: 'patched', message: 'patched and resumed', target, checks });
  }
  const {
    kind,
    reason,
    host: last,
    checks: lastChecks,
  } = await awaitRecovery(session.client, observed, {
    target,
    timeout,
    interrupted: host.interrupted,
    waitingFor: (what) => progress?.note(`waiting for ${what}`),
  });
  if (kind === 'recovered') {
    progress?.done(VERIFICATION, reason);
    return reportOf(run, access, { verdict: 'repaired', message: 'repaired', target, checks: lastChecks });
  }
  progress?.failed(VERIFICATION, kind === 'lost' ? reason : `still waiting for ${reason}`);
  const common = { target, checks: lastChecks };
  if (kind === 'interrupted')
    return reportOf(run, access, {
      ...common,
      verdict: 'interrupted',
      message: `Interrupted: ${where} is patched and resumed, and was still waiting for ${reason}; to go on: ${run.next}`,
      next: run.next,
    });
  if (kind === 'lost')
    return reportOf(run, access, {
      ...common,
      verdict: 'failed',
      message: `${where} IS LOST TO THIS REPAIR: ${reason}`,
    });
  return reportOf(run, access, {
    ...common,
    verdict: 'timeout',
    message: `${where} is patched and resumed, but after ${values.timeout} still waiting for ${reason}`,
    causes: otherCauses(last, target),
    next: run.next,
  });
}
