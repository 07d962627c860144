import { randomUUID } from 'node:crypto';
import { showProgress } from '../../../lib/cli/progress.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import { refusalsOf, type Warning, warningsOf } from '../../../lib/procedure/guard.ts';
import type { Procedure } from '../../../lib/procedure/procedure.ts';
import type { Action } from '../../../lib/volumes/action.ts';
import { GUARDS } from '../../../lib/volumes/guards/all.ts';
import type { Aim } from '../../../lib/volumes/guards/guard.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { resizeProcedure } from '../../../lib/volumes/procedure.ts';
import {
  claimsToGrow,
  fittingRetentionSize,
  isUnfinished,
  originalsOf,
  recordOf,
} from '../../../lib/volumes/state.ts';
import { changesOf } from '../values/render.ts';
import type { ValuesPlan } from '../values/values.ts';
import { execute } from './execute.ts';
import { lookingOn } from './looking-on.ts';
import { planText, questionFor, undoneText } from './plan.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { stepsOf } from './steps.ts';
import { leftBefore, notDone, refusalReport, unfinished } from './unfinished.ts';
import { verified } from './verify.ts';

/** What is to be carried out, and why. */
export interface Intent {
  aim: Aim;
  why: string;
  /** What is to change in the values files. */
  values: ValuesPlan;
}

/** Asks, runs the bracket and verifies, or previews it (then undefined: everything is said). */
export async function carryOut(
  run: Run,
  observed: Observed,
  { aim, why, values: files }: Intent,
): Promise<Report | undefined> {
  const { values, session, host, version, wish } = run;
  const warnings = warningsOf(GUARDS.warnings, observed, aim);
  for (const { name, reason, mend } of warnings) session.warn(`${reason}: ${mend} (${name})`);
  const plan = { ...aim, accepted: wish.accepted };
  const procedure = resizeProcedure({
    ...plan,
    claims: claimsToGrow(observed, aim.includeLeftovers).map(({ name }) => name),
    sets: observed.setNames,
    run: { run: randomUUID(), version, started: host.clock.now().toISOString() },
  });
  const denied = refusalsOf(GUARDS.rights, observed, plan);
  if (values.diff || values.dryRun !== 'none') {
    for (const { reason } of denied) session.warn(reason);
    const { previewed } = await import('./preview.ts');
    return previewed(run, observed, { procedure, files });
  }
  if (denied.length > 0) return refusalReport(run, observed, denied);

  host.stderr.write(planText(run, observed, { aim, why, valueChanges: files.given ? changesOf(files) : [] }));
  if (!values.yes && !(await confirm(questionFor(observed, aim), host)))
    return reportOf(run, observed, {
      verdict: 'declined',
      message: `${notDone(run, observed)}: nothing was changed`,
      ...leftBefore(run, observed),
      warnings,
    });
  return carriedOut(run, observed, { procedure, aim, warnings });
}

async function carriedOut(
  run: Run,
  observed: Observed,
  { procedure, aim, warnings }: { procedure: Procedure<Observed, Action>; aim: Aim; warnings: Warning[] },
): Promise<Report> {
  const { session, host } = run;
  const steps = stepsOf(procedure);
  const progress = await showProgress(steps.titles, host, session.paint);
  // As they were before the run that is carried out, or the unfinished one that it goes on with.
  const record = recordOf(observed);
  const before = record?.original ?? originalsOf(observed);
  try {
    const outcome = await execute(procedure, observed, { run, steps, progress });
    if (outcome.kind !== 'done')
      return { ...(await unfinished(run, outcome, { steps, progress })), warnings };
    const last = outcome.observed;
    if (aim.goal === 'undo') {
      const message = undoneText(observed, last);
      progress.done(steps.verification);
      return reportOf(run, last, { verdict: 'undone', message, warnings });
    }
    const cluster = lookingOn(run, last.instance.name, progress.note);
    const report = await verified(run, last, {
      cluster,
      progress,
      place: steps.verification,
      begun: {
        aim,
        grows: record !== undefined || isUnfinished(observed, aim),
        fitting: fittingRetentionSize(observed, aim.size),
        pods: before.pods,
      },
    });
    const claims = report.claims.map((claim) => ({
      ...claim,
      from: before.claims[claim.name] ?? claim.from,
    }));
    return { ...report, claims, warnings };
  } finally {
    await progress.end();
  }
}
