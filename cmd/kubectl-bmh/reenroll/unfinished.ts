import type { Progress } from '../../../lib/cli/progress.ts';
import { isHealthy } from '../../../lib/hosts/reenroll/decide.ts';
import type { ReenrollAction } from '../../../lib/hosts/reenroll/procedure.ts';
import { reenrollStanding } from '../../../lib/hosts/reenroll/standing.ts';
import { detachmentOf, type Enrolment, enrolmentOf } from '../../../lib/hosts/reenroll/state.ts';
import type { Standing } from '../../../lib/hosts/standing.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import type { Outcome } from '../../../lib/procedure/run.ts';
import { notDoneOf } from '../../not-done.ts';
import { type Access, lastLook } from '../repair/access.ts';
import { commandToSee } from '../repair/plan.ts';
import { commandToGoOn } from './plan.ts';
import { type Report, type Run, reportOf } from './report.ts';
import type { ShownSteps } from './steps.ts';

/** What did not come to its end, in words. */
export const NOT_DONE = (where: string): string => `${where} is not enrolled again`;

/** What to say where guards refuse before anything is changed. */
export function refused(run: Run, access: Access, refusals: Refusal[]): Report {
  const enrolment = enrolmentOf(access.observed);
  const { text, unfinished: isLeft } = reenrollStanding(enrolment);
  return reportOf(run, access, {
    verdict: 'refused',
    message: `${NOT_DONE(`host ${run.namespace}/${run.name}`)}; nothing was changed`,
    refusals,
    ...(enrolment.record !== undefined && { standing: text }),
    ...(isLeft && { next: commandToGoOn(run) }),
  });
}

/** What to say of a run that did not come to its end: why, how the host stands now, and what goes on. */
export async function unfinished(
  run: Run,
  access: Access,
  {
    outcome,
    steps,
    progress,
  }: {
    outcome: Exclude<Outcome<Enrolment, ReenrollAction>, { kind: 'done' }>;
    steps: ShownSteps;
    progress: Progress;
  },
): Promise<Report> {
  const where = `host ${run.namespace}/${run.name}`;
  const last = outcome.observed;
  const seen = await lastLook(run.session.steady, last.observed);
  const found = seen && enrolmentOf(seen, last);
  const standing =
    found || outcome.kind !== 'failed' ? reenrollStanding(found ?? last) : doubtAbout(where, outcome);
  const { text, unfinished: isLeft } = standing;
  const next = commandToGoOn(run);
  const left = isLeft ? { next } : {};
  if (outcome.kind === 'interrupted' && isAttached(found ?? last)) {
    const see = commandToSee(run);
    return reportOf(run, access, {
      verdict: 'interrupted',
      message: `Interrupted: ${where} is attached again; whether the error comes back: ${see}`,
      next: see,
    });
  }
  if (outcome.kind === 'interrupted' || run.host.interrupted.aborted)
    return reportOf(run, access, {
      ...left,
      verdict: 'interrupted',
      message: `Interrupted: ${text}${isLeft ? `; to go on: ${next}` : ''}`,
    });
  if (outcome.kind === 'refused' && !isLeft && outcome.refusals.every(isHealthy))
    return reportOf(run, access, {
      verdict: 'unchanged',
      message: 'unchanged: it lost its error before anything was written',
    });
  const { note, ...ending } = notDoneOf(outcome, {
    notDone: NOT_DONE(where),
    where,
    withdrawn: 'the detachment was taken back',
  });
  progress.failed(steps.placeOf(outcome.step), note);
  return reportOf(run, access, { ...left, standing: text, ...ending });
}

/** Whether the bracket of a re-enrolment that this run has seen was closed. */
const isAttached = ({ observed, record, last }: Enrolment): boolean =>
  last !== undefined && record === undefined && detachmentOf(observed) === 'none';

/** What to say where the write that failed may have been done all the same, and what came of it can't be read. */
function doubtAbout(
  where: string,
  { observed }: Extract<Outcome<Enrolment, ReenrollAction>, { kind: 'failed' }>,
): Standing {
  const standing = reenrollStanding(observed);
  const how = standing.unfinished ? 'is detached by this unfinished run' : 'may be detached by this run';
  return {
    text: `${where} ${how}: it could not be read whether the last request was done, so do not attach it by hand`,
    unfinished: true,
  };
}
