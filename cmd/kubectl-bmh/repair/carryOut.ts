import { randomUUID } from 'node:crypto';
import { type Progress, showProgress } from '../../../lib/cli/progress.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import { CommandError } from '../../../lib/errors.ts';
import type { Action } from '../../../lib/hosts/action.ts';
import type { Decision } from '../../../lib/hosts/decide.ts';
import { documentChecks, otherCauses } from '../../../lib/hosts/health.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import { type Observed, observed as observation } from '../../../lib/hosts/observed.ts';
import { repairProcedure } from '../../../lib/hosts/repair.ts';
import { standingOf } from '../../../lib/hosts/standing.ts';
import { warningsOf } from '../../../lib/hosts/warnings.ts';
import type { Outcome } from '../../../lib/procedure/run.ts';
import { type Access, permissionError, readRecord } from './access.ts';
import { execute } from './execute.ts';
import { planText } from './plan.ts';
import { preview, writePreview } from './preview.ts';
import { type Repair, type Report, reportOf } from './report.ts';
import { awaitRecovery } from './verify.ts';

const STEPS = [
  '1/9 Verify access',
  '2/9 Start the API proxy',
  '3/9 Pause reconciliation',
  '4/9 Create the payload files',
  '5/9 Validate the payload files',
  '6/9 Patch status',
  '7/9 Patch spec',
  '8/9 Resume reconciliation',
  '9/9 Stop the API proxy',
  'Verification',
];
const STOP_PROXY = 9;
const VERIFICATION = 10;

/** Longest that a run which did not finish takes to look at the host once more, in milliseconds. */
const LAST_LOOK = 5_000;

/** Asks, runs the bracket and verifies, or previews it (then undefined: everything is said). */
export async function carryOut(
  run: Repair,
  found: Access,
  { target, why }: Extract<Decision, { kind: 'repair' }>,
): Promise<Report | undefined> {
  const { values, session, host, wish, version } = run;
  const access = { ...found, warnings: [...found.warnings, ...warningsOf(found.observed, target)] };
  for (const { reason, mend } of access.warnings) session.warn(`${reason}: ${mend}`);
  const procedure = repairProcedure({
    target,
    accepted: wish.accepted,
    run: { run: randomUUID(), version, started: host.clock.now().toISOString() },
  });
  if (values.diff || values.dryRun !== 'none') return previewed(run, access, { target, procedure });
  if (access.missing.length > 0) throw permissionError(access.missing);

  const { connection, paint } = session;
  host.stderr.write(planText(access.observed, { target, why: REASONS[why], connection, paint }));
  if (!values.yes && !(await confirm('Repair this host?', host)))
    return reportOf(run, access, {
      verdict: 'declined',
      message: 'not repaired: nothing was changed',
      target,
    });

  const progress = await showProgress(STEPS, host, paint);
  progress.done(1);
  try {
    const outcome = await execute(procedure, access.observed, {
      session,
      progress,
      proxyPort: values.proxyPort,
      payloadDir: values.payloadDir,
      interrupted: host.interrupted,
    });
    if (outcome.kind !== 'done') return await unfinished(run, access, { outcome, target, progress });
    progress.done(STOP_PROXY);
    return await verified(run, access, { observed: outcome.observed, target, progress });
  } finally {
    await progress.end();
  }
}

const REASONS: Record<Extract<Decision, { kind: 'repair' }>['why'], string> = {
  error: 'provisioned registration error',
  preventive: 'no error yet',
  unfinished: 'an unfinished repair',
  'about-to-be-wiped': 'its two image addresses differ: the operator is about to wipe it',
};

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
  progress?.failed(VERIFICATION, reason);
  const common = { target, checks: lastChecks };
  if (kind === 'interrupted')
    return reportOf(run, access, {
      ...common,
      verdict: 'interrupted',
      message: `Interrupted: ${where} is patched and resumed, and the operator has not taken it back yet (waiting for ${reason})`,
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
  });
}

/** What to say of a run that did not come to its end: why, how the host stands now, and what goes on. */
async function unfinished(
  run: Repair,
  access: Access,
  {
    outcome,
    target,
    progress,
  }: {
    outcome: Exclude<Outcome<Observed, Action>, { kind: 'done' }>;
    target: Target;
    progress: Progress;
  },
): Promise<Report> {
  const { name, namespace, next } = run;
  const where = `host ${namespace}/${name}`;
  const standing = standingOf(await lastLook(run, outcome.observed));
  const common = { target, standing: standing.text, ...(standing.unfinished && { next }) };
  const withdrawn = 'withdrawn' in outcome && outcome.withdrawn ? '; the pause was taken back' : '';
  switch (outcome.kind) {
    case 'interrupted':
      return reportOf(run, access, { ...common, verdict: 'interrupted', message: 'Interrupted' });
    case 'refused':
      progress.failed(outcome.step.number, outcome.refusals.map(({ guard }) => guard).join(', '));
      return reportOf(run, access, {
        ...common,
        verdict: 'refused',
        message: `${where} is not repaired${withdrawn}`,
        refusals: outcome.refusals,
      });
    case 'stalled':
      progress.failed(outcome.step.number, 'no progress');
      return reportOf(run, access, {
        ...common,
        verdict: 'failed',
        message: `giving up at "${outcome.step.title}": somebody keeps changing ${where}; see who writes to it`,
      });
    case 'failed': {
      if (!(outcome.error instanceof CommandError)) throw outcome.error;
      progress.failed(outcome.step.number, outcome.error.message);
      const interrupted = run.host.interrupted.aborted;
      const { message, mend, kind } = outcome.error;
      return reportOf(run, access, {
        ...common,
        verdict: interrupted ? 'interrupted' : kind === 'timeout' ? 'timeout' : 'failed',
        message: [`${message}${withdrawn}`, mend].filter(Boolean).join('\n'),
      });
    }
  }
}

/** The host as it stands after all, read past the proxy; where that fails, as it was observed last. */
async function lastLook({ name, namespace, session: { client } }: Repair, last: Observed): Promise<Observed> {
  try {
    const object = await readRecord(client, last.group, { namespace, name }, AbortSignal.timeout(LAST_LOOK));
    return observation(object, last.group, last.surroundings);
  } catch {
    return last;
  }
}

async function previewed(
  run: Repair,
  access: Access,
  { target, procedure }: { target: Target; procedure: ReturnType<typeof repairProcedure> },
): Promise<Report | undefined> {
  const { values, session, host } = run;
  const client = values.dryRun === 'server' ? session.client : undefined;
  const { changes, outcome } = await preview(procedure, access.observed, client);
  if (access.missing.length > 0)
    session.warn(permissionError(access.missing).message.replace(/^error: /, ''));
  if (outcome.kind === 'done') {
    const { resource } = reportOf(run, access, { verdict: 'planned', message: '', target });
    await writePreview(changes, host, {
      diff: values.diff,
      output: values.output,
      resource,
      paint: session.stdoutPaint,
    });
    return undefined;
  }
  if (outcome.kind === 'refused')
    return reportOf(run, access, {
      verdict: 'refused',
      message: `host ${run.namespace}/${run.name} would not be repaired; nothing was changed`,
      target,
      refusals: outcome.refusals,
    });
  throw outcome.kind === 'failed' ? outcome.error : new Error(`a preview ended ${outcome.kind}`);
}
