import { randomUUID } from 'node:crypto';
import { type Progress, showProgress } from '../../../lib/cli/progress.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import type { Action } from '../../../lib/hosts/action.ts';
import { GUARDS } from '../../../lib/hosts/guards/all.ts';
import type { Aim } from '../../../lib/hosts/guards/guard.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { hostAfter, hostProcedure } from '../../../lib/hosts/procedure.ts';
import { hostResource } from '../../../lib/names.ts';
import { refusalsOf, warningsOf } from '../../../lib/procedure/guard.ts';
import type { Procedure } from '../../../lib/procedure/procedure.ts';
import type { Access } from './access.ts';
import { execute } from './execute.ts';
import { planText } from './plan.ts';
import { refusalReport } from './refusal.ts';
import { SHOWN } from './render.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { type ShownSteps, stepsOf, VERIFY_ACCESS } from './steps.ts';
import { NOT_DONE, unfinished } from './unfinished.ts';

/** What is to be carried out, and how it is put to the person. */
export interface Intent extends Aim {
  why: string;
  question: string;
  /** Looks at the host after the bracket: what came of it. */
  verify(
    access: Access,
    done: { observed: Observed; progress: Progress; steps: ShownSteps<Observed, Action> },
  ): Promise<Report>;
}

/** Asks, runs the bracket and verifies, or previews it (then undefined: everything is said). */
export async function carryOut(run: Run, found: Access, intent: Intent): Promise<Report | undefined> {
  const { values, session, host, accepted, version } = run;
  const { goal, target, order, why, question, verify } = intent;
  const said = warningsOf(GUARDS.warnings, found.observed, intent);
  const access = { ...found, warnings: [...found.warnings, ...said] };
  for (const { name, reason, mend } of access.warnings) session.warn(`${reason}: ${mend} (${name})`);
  const plan = { goal, target, order, accepted };
  const procedure = hostProcedure({
    ...plan,
    run: { run: randomUUID(), version, started: host.clock.now().toISOString() },
  });
  const denied = refusalsOf(GUARDS.rights, access.observed, plan);
  if (values.diff || values.dryRun !== 'none') {
    for (const { reason } of denied) session.warn(reason);
    return previewed(run, access, { intent, procedure });
  }
  if (denied.length > 0) return refusalReport(run, access, denied);

  const { connection, paint } = session;
  const safer = said.some(({ name }) => name === 'more-writers');
  host.stderr.write(
    planText(access.observed, {
      after: hostAfter(access.observed, intent),
      why,
      order: safer ? `as documented; ${SAFER}` : ORDERS[order],
      connection,
      paint,
    }),
  );
  if (!values.yes && !(await confirm(safer ? `${question} (${SAFER})` : question, host)))
    return reportOf(run, access, {
      verdict: 'declined',
      message: `${DECLINED[goal]}: nothing was changed`,
      target,
    });

  const steps = stepsOf(procedure);
  const progress = await showProgress(steps.titles, host, paint);
  progress.done(VERIFY_ACCESS);
  try {
    const outcome = await execute(procedure, access.observed, {
      session,
      steps,
      progress,
      proxyPort: values.proxyPort,
      payloadDir: values.payloadDir,
      interrupted: host.interrupted,
    });
    if (outcome.kind !== 'done') return await unfinished(run, access, { outcome, target, steps, progress });
    progress.done(steps.stopProxy);
    return await verify(access, { observed: outcome.observed, progress, steps });
  } finally {
    await progress.end();
  }
}

const SAFER = '--window-free is safer here';
const ORDERS = { documented: undefined, 'window-free': 'window-free: empty the status, spec, status' };
const DECLINED = { repair: 'not repaired', undo: 'not undone' };

async function previewed(
  run: Run,
  access: Access,
  { intent: { goal, target }, procedure }: { intent: Intent; procedure: Procedure<Observed, Action> },
): Promise<Report | undefined> {
  const { values, session, host } = run;
  const { preview } = await import('./preview.ts');
  const { writePreview } = await import('../../preview.ts');
  const client = values.dryRun === 'server' ? session.client : undefined;
  const { changes, outcome } = await preview(procedure, access.observed, client);
  if (outcome.kind === 'done') {
    await writePreview(changes, host, {
      diff: values.diff,
      output: values.output,
      resource: hostResource(access.observed.group, run.name),
      paint: session.stdoutPaint,
      shown: SHOWN,
    });
    return undefined;
  }
  if (outcome.kind === 'refused')
    return reportOf(run, access, {
      verdict: 'refused',
      message: `${NOT_DONE[goal](`host ${run.namespace}/${run.name}`)}; nothing was changed`,
      target,
      refusals: outcome.refusals,
    });
  throw outcome.kind === 'failed' ? outcome.error : new Error(`a preview ended ${outcome.kind}`);
}
