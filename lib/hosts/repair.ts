import { PAUSED_VALUE, pausedAnnotation, RECORD_ANNOTATION } from '../names.ts';
import type { Procedure, Refusal, Step } from '../procedure/procedure.ts';
import { type Action, annotate, specPatch, statusPatch } from './action.ts';
import { type Guard, guards, refusalsOf, unequalUrls, untouchable } from './guards.ts';
import { urlsDiffer } from './host.ts';
import type { Target } from './image.ts';
import { type Observed, pauseOf } from './observed.ts';
import { payloadsOf } from './payloads.ts';
import { isUntouched, newRecord, type RepairRecord } from './record.ts';

export interface RepairPlan {
  target: Target;
  /** Names of the guards whose judgement the person takes on. */
  accepted: ReadonlySet<string>;
  /** What a new record says of this run. */
  run: Pick<RepairRecord, 'run' | 'version' | 'started'>;
}

/** §4.A steps 3 to 8 as a bracket: pause, payload files, status, spec, resume. */
export function repairProcedure(plan: RepairPlan): Procedure<Observed, Action> {
  const { target } = plan;
  const check = (list: Guard[], observed: Observed): Refusal[] => refusalsOf(list, observed, plan);
  const judged = (observed: Observed) => check([...untouchable, ...guards], observed);
  const patchesDue = (observed: Observed) => statusDue(observed, target) || specDue(observed, target);

  // The admission webhook covers the spec and not the status: its refusal has to come while nothing is changed. A host
  // that is about to be wiped is paused first and tried then.
  const tryOut: Step<Observed, Action> = {
    number: 1,
    title: 'Try the spec patch',
    due: (observed) =>
      !observed.tried &&
      specDue(observed, target) &&
      (observed.host.paused !== undefined || !urlsDiffer(observed.host)),
    refusals: judged,
    next: (observed) => ({ kind: 'try', patch: specPatch(observed, target) }),
  };

  const open: Step<Observed, Action> = {
    number: 3,
    title: 'Pause reconciliation',
    due: ({ host, record }) =>
      typeof record !== 'object' ||
      host.paused === undefined ||
      host.paused !== (record.foreignPause ?? PAUSED_VALUE),
    // A host that is about to be wiped, or whose run lost its pause, is paused before it is judged: that can only help.
    refusals: (observed) =>
      observed.host.paused === undefined && (urlsDiffer(observed.host) || observed.record)
        ? check(untouchable, observed)
        : judged(observed),
    next: (observed) => annotate(observed, opening(observed, plan)),
  };

  const steps: Step<Observed, Action>[] = [
    {
      number: 4,
      title: 'Create the payload files',
      due: (observed) => patchesDue(observed) && observed.payloads === 'none',
      refusals: judged,
      next: () => ({ kind: 'write', payloads: payloadsOf(target) }),
    },
    {
      number: 5,
      title: 'Validate the payload files',
      due: (observed) => patchesDue(observed) && observed.payloads === 'written',
      refusals: judged,
      next: () => ({ kind: 'validate' }),
    },
    {
      number: 6,
      title: 'Patch status',
      due: (observed) => statusDue(observed, target),
      refusals: judged,
      next: (observed) => statusPatch(observed, target),
    },
    {
      number: 7,
      title: 'Patch spec',
      due: (observed) => specDue(observed, target),
      refusals: judged,
      next: (observed) => specPatch(observed, target),
    },
  ];

  const close: Step<Observed, Action> = {
    number: 8,
    title: 'Resume reconciliation',
    due: ({ record }) => typeof record === 'object',
    refusals: (observed) =>
      pauseOf(observed) === 'none'
        ? check(untouchable, observed)
        : [...judged(observed), ...check([unequalUrls], observed)],
    next: (observed) => annotate(observed, closing(observed)),
  };

  const withdraw: Step<Observed, Action> = {
    number: 8,
    title: 'Take the pause back',
    due: ({ host, record }) => typeof record === 'object' && isUntouched(host, record),
    refusals: (observed) =>
      check([...untouchable, ...guards.filter(({ wipes }) => wipes), unequalUrls], observed),
    next: (observed) => annotate(observed, closing(observed)),
  };

  return { tryOut, open, steps, close, withdraw };
}

function statusDue({ host }: Observed, target: Target): boolean {
  const { statusImage, paused, errorCount, errorMessage } = host;
  const addressed = statusImage.url === target.url && statusImage.checksum === target.checksum;
  // Unpaused, the operator owns the error fields: clearing them would only race with it.
  const cleared = paused === undefined || (errorCount === 0 && !errorMessage);
  return !addressed || !cleared;
}

function specDue({ host: { image } }: Observed, { url, checksum, checksumType }: Target): boolean {
  return (
    image?.url !== url ||
    image.checksum !== checksum ||
    (checksumType !== undefined && image.checksumType !== checksumType)
  );
}

/** Our pause with the record; under somebody else's pause, the record alone. */
function opening({ group, host, record }: Observed, { target, run }: RepairPlan): Record<string, string> {
  const { foreignPause: _, ...ours } = typeof record === 'object' ? record : newRecord(host, target, run);
  return host.paused === undefined
    ? { [pausedAnnotation(group)]: PAUSED_VALUE, [RECORD_ANNOTATION]: JSON.stringify(ours) }
    : { [RECORD_ANNOTATION]: JSON.stringify({ ...ours, foreignPause: host.paused }) };
}

/** The record goes, and with it the pause where it is ours. */
function closing(observed: Observed): Record<string, null> {
  const ours = pauseOf(observed) === 'ours';
  return { ...(ours && { [pausedAnnotation(observed.group)]: null }), [RECORD_ANNOTATION]: null };
}
