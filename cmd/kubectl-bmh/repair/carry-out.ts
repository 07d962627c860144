import { randomUUID } from 'node:crypto';
import { showProgress } from '../../../lib/cli/progress.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import type { Decision } from '../../../lib/hosts/decide.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import { repairProcedure } from '../../../lib/hosts/repair.ts';
import { warningsOf } from '../../../lib/hosts/warnings.ts';
import { hostResource } from '../../../lib/names.ts';
import { type Access, permissionError } from './access.ts';
import { execute } from './execute.ts';
import { planText } from './plan.ts';
import { preview, writePreview } from './preview.ts';
import { type Repair, type Report, reportOf } from './report.ts';
import { STEPS, STOP_PROXY } from './steps.ts';
import { unfinished } from './unfinished.ts';
import { verified } from './verified.ts';

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
  'urls-differ': 'its two image addresses differ: unpaused, the operator wipes it',
};

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
    await writePreview(changes, host, {
      diff: values.diff,
      output: values.output,
      resource: hostResource(access.observed.group, run.name),
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
