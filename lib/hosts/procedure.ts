import { isDeepStrictEqual } from 'node:util';
import { applyMergePatch, patchChanges } from '../objects/merge-patch.ts';
import { PAUSED_VALUE, pausedAnnotation, RECORD_ANNOTATION } from '../objects/names.ts';
import { refusalsOf } from '../procedure/guard.ts';
import type { Procedure, Refusal, Step } from '../procedure/procedure.ts';
import { type Action, annotate, emptyingPatch, type Patch, specPatch, statusPatch } from './action.ts';
import { GUARDS, type Guards } from './guards/all.ts';
import { isOfMove } from './guards/current-state.ts';
import type { Aim, Guard } from './guards/guard.ts';
import { type Host, specDiffers, urlsDiffer } from './host.ts';
import { type Observed, pauseOf, withObject } from './observed.ts';
import {
  EMPTIED,
  type PayloadPart,
  type Payloads,
  repairPayloads,
  undoPayloads,
  urlsAfterUndo,
} from './payloads.ts';
import { isUntouched, newRecord, type RunStamp } from './record.ts';
import { isAboutToBeWiped } from './risk.ts';

/** What a run is to do with a host. */
export interface RunPlan extends Aim {
  /** Names of the guards whose judgement the person takes on. */
  accepted: ReadonlySet<string>;
  /** How long the pause is kept before the resume, in milliseconds; not at all when absent. */
  hold?: number;
  /** Whether it is done under the pause of another user, which is neither written nor removed. */
  isUnderForeignPause?: boolean;
  /** What a new record says of this run. */
  run: RunStamp;
}

/**
 * §4.A steps 3 to 8 as a bracket: pause, payload files, status, spec, resume. An undo is the same bracket with the
 * originals as its target.
 */
export function hostProcedure(plan: RunPlan, guards: Guards = GUARDS): Procedure<Observed, Action> {
  const check = (list: Guard[], observed: Observed): Refusal[] => refusalsOf(list, observed, plan);
  const { untouchable, currentState, ownership, address, undo, resume } = guards;
  const inside = [...untouchable, ...currentState, ...ownership, ...(plan.goal === 'undo' ? undo : address)];
  const judged = (observed: Observed) => check(inside, observed);
  const { hold = 0 } = plan;
  const windowFree = plan.order === 'window-free';
  const payloadsFor = (observed: Observed): Payloads => ({
    ...payloadsOf(observed, plan),
    ...(windowFree && { emptied: EMPTIED }),
  });

  const open: Step<Observed, Patch> = {
    title: plan.isUnderForeignPause
      ? 'Record the run under the existing pause'
      : plan.goal === 'undo'
        ? 'Pause reconciliation for the undo'
        : 'Pause reconciliation',
    due: ({ host, record }) =>
      typeof record === 'object'
        ? host.paused === undefined ||
          host.paused !== (record.foreignPause ?? PAUSED_VALUE) ||
          (plan.goal === 'undo' && record.goal !== 'undo')
        : plan.goal === 'repair',
    // A host that is about to be wiped, or whose run lost its pause, is paused before it is judged: that can only help.
    refusals: (observed) =>
      isAboutToBeWiped(observed) || (observed.host.paused === undefined && observed.record)
        ? check([...untouchable, ...ownership], observed)
        : judged(observed),
    next: (observed) => annotate(observed, opening(observed, plan)),
  };

  const write: Step<Observed, Action> = {
    title: 'Create the payload files',
    due: (observed) => !isFiled(observed, payloadsFor(observed)),
    refusals: judged,
    next: (observed) => ({ kind: 'write', payloads: payloadsFor(observed) }),
  };
  const validate: Step<Observed, Action> = {
    title: 'Validate the payload files',
    due: ({ files }) => files?.valid === false,
    refusals: judged,
    next: () => ({ kind: 'validate' }),
  };
  const patchStatus: Step<Observed, Action> = {
    title: 'Patch status',
    // Where an undo can't make the addresses equal, that is what its guard says here.
    due: (observed) => statusDue(observed, payloadsFor(observed)) || endsUnequal(observed, plan),
    refusals: judged,
    next: (observed) => statusPatch(observed, payloadsFor(observed)),
  };
  const patchSpec: Step<Observed, Patch> = {
    title: 'Patch spec',
    due: (observed) => specDue(observed, payloadsFor(observed)),
    refusals: judged,
    next: (observed) => specPatch(observed, payloadsFor(observed)),
  };
  const emptyStatus: Step<Observed, Action> = {
    title: 'Clear the address in the status',
    due: (observed) => emptyingDue(observed, payloadsFor(observed)),
    refusals: judged,
    next: (observed) => emptyingPatch(observed),
  };
  const patches = windowFree ? [emptyStatus, patchSpec, patchStatus] : [patchStatus, patchSpec];

  // What admission refuses or would change has to show while nothing is written; it covers the spec, and not the status. A
  // host that is about to be wiped is paused first and tried then.
  const tryOut: Step<Observed, Action> = {
    title: 'Try the pause and the spec patch',
    due: (observed) =>
      !observed.tried &&
      specDue(observed, payloadsFor(observed)) &&
      (observed.host.paused !== undefined || !specDiffers(observed.host)),
    refusals: judged,
    next: (observed) => ({
      kind: 'try',
      patches: [open, patchSpec].filter(({ due }) => due(observed)).map(({ next }) => next(observed)),
    }),
  };

  // Whoever else holds the old address writes when they like: what the resume is decided on is read for it.
  const close: Step<Observed, Action> = {
    title: `${plan.isUnderForeignPause ? 'Remove the record' : 'Resume reconciliation'}${hold > 0 ? ` after holding the pause for ${hold / 1000} s` : ''}`,
    due: ({ record }) => typeof record === 'object',
    refusals: (observed) =>
      pauseOf(observed) === 'none'
        ? check([...untouchable, ...ownership], observed)
        : [...judged(observed), ...check(resume, observed)],
    next: (observed) =>
      observed.looked || observed.host.paused === undefined
        ? annotate(observed, closing(observed))
        : { kind: 'look', hold },
  };

  // A resume as well: unpaused in a move, the host would reach the other cluster without a status and without a pause.
  const withdraw: Step<Observed, Action> = {
    title: 'Remove the pause',
    due: ({ host, record }) => typeof record === 'object' && isUntouched(host, record),
    refusals: (observed) =>
      check(
        [
          ...untouchable,
          ...ownership,
          ...currentState.filter((guard) => guard.wipes || isOfMove(guard)),
          ...resume,
        ],
        observed,
      ),
    next: (observed) => (observed.looked ? annotate(observed, closing(observed)) : { kind: 'look', hold: 0 }),
  };

  return { tryOut, open, steps: [write, validate, ...patches], close, withdraw };
}

/** The host as a run is to leave it if nobody else writes: with its addresses, whatever becomes of the bracket. */
export function hostAfter(observed: Observed, aim: Aim): Host {
  const { status, spec } = payloadsOf(observed, aim);
  return withObject(observed, applyMergePatch(observed.object, { ...status, ...spec })).host;
}

/** What is to be sent about a host: the same as is sent from the payload files once they are written. */
function payloadsOf({ host, record }: Observed, { goal, target }: Aim): Payloads {
  if (goal === 'repair') return repairPayloads(target);
  return typeof record === 'object'
    ? undoPayloads(host, record)
    : { ...repairPayloads(target), status: { status: {} }, spec: { spec: {} } };
}

function statusDue({ object, host }: Observed, { status: { status } }: Payloads): boolean {
  // Unpaused, the operator owns the error fields: writing them would only race with it.
  const { provisioning, ...errors } = status;
  return patchChanges(object.status, {
    ...(provisioning && { provisioning }),
    ...(host.paused !== undefined && errors),
  });
}

const specDue = ({ object }: Observed, { spec: { spec } }: Payloads): boolean =>
  patchChanges(object.spec, spec);

/** Whether everything that is still to be sent stands in the payload files. */
function isFiled(observed: Observed, payloads: Payloads): boolean {
  const { files } = observed;
  const same = (part: PayloadPart) => isDeepStrictEqual(files?.payloads[part], payloads[part]);
  return (!statusDue(observed, payloads) || same('status')) && (!specDue(observed, payloads) || same('spec'));
}

const endsUnequal = ({ host, record }: Observed, { goal }: Aim): boolean =>
  goal === 'undo' && typeof record === 'object' && urlsDiffer(urlsAfterUndo(host, record));

/** Whether the spec is still to get another address while the status has one that it would differ from. */
function emptyingDue({ host: { image, statusImage } }: Observed, { spec: { spec } }: Payloads): boolean {
  const next = spec.image?.url ?? image?.url;
  return next !== image?.url && Boolean(statusImage.url) && statusImage.url !== next;
}

/** Our pause with the record; under somebody else's pause, the record alone. */
function opening(observed: Observed, plan: RunPlan): Record<string, string> {
  const { group, host, record } = observed;
  const { foreignPause: _, ...held } = typeof record === 'object' ? record : newRecord(host, plan);
  const ours = { ...held, goal: plan.goal };
  return host.paused === undefined || pauseOf(observed) === 'ours'
    ? { [pausedAnnotation(group)]: PAUSED_VALUE, [RECORD_ANNOTATION]: JSON.stringify(ours) }
    : { [RECORD_ANNOTATION]: JSON.stringify({ ...ours, foreignPause: host.paused }) };
}

/** The record goes, and with it the pause where it is ours. */
function closing(observed: Observed): Record<string, null> {
  const ours = pauseOf(observed) === 'ours';
  return { ...(ours && { [pausedAnnotation(observed.group)]: null }), [RECORD_ANNOTATION]: null };
}
