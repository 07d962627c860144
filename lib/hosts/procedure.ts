import { isDeepStrictEqual } from 'node:util';
import { applyMergePatch, patchChanges } from '../objects/merge-patch.ts';
import { PAUSED_VALUE, pausedAnnotation, RECORD_ANNOTATION } from '../objects/names.ts';
import { refusalsOf } from '../procedure/guard.ts';
import type { Procedure, Refusal, Step } from '../procedure/procedure.ts';
import { type Action, annotate, type Patch, payloadPatch } from './action.ts';
import { GUARDS, type Guards } from './guards/all.ts';
import { isMoveGuard } from './guards/current-state.ts';
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

/** What a run does with a host. */
export interface RunPlan extends Aim {
  /** Names of the overridable checks that the user accepts. */
  accepted: ReadonlySet<string>;
  /** How long to hold the pause before the resume, in milliseconds; 0 when absent. */
  hold?: number;
  /** Whether to work under another writer's pause, which is neither written nor removed. */
  isUnderForeignPause?: boolean;
  /** What a new record stores about this run. */
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
  const checkInside = (observed: Observed) => check(inside, observed);
  const { hold = 0 } = plan;
  const isSafe = plan.order === 'safe';
  const payloadsFor = (observed: Observed): Payloads => ({
    ...payloadsOf(observed, plan),
    ...(isSafe && { emptied: EMPTIED }),
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
    // A host that is about to be wiped, or whose run lost its pause, is paused before the other guards are checked: that can only help.
    refusals: (observed) =>
      isAboutToBeWiped(observed) || (observed.host.paused === undefined && observed.record)
        ? check([...untouchable, ...ownership], observed)
        : checkInside(observed),
    next: (observed) => annotate(observed, opening(observed, plan)),
  };

  const write: Step<Observed, Action> = {
    title: 'Create the payload files',
    due: (observed) => !isFiled(observed, payloadsFor(observed)),
    refusals: checkInside,
    next: (observed) => ({ kind: 'write', payloads: payloadsFor(observed) }),
  };
  const validate: Step<Observed, Action> = {
    title: 'Validate the payload files',
    due: ({ files }) => files?.valid === false,
    refusals: checkInside,
    next: () => ({ kind: 'validate' }),
  };
  const patchStatus: Step<Observed, Action> = {
    title: 'Patch status',
    // Due as well if an undo cannot make the addresses equal, so that its guard refuses here.
    due: (observed) => statusDue(observed, payloadsFor(observed)) || endsUnequal(observed, plan),
    refusals: checkInside,
    next: (observed) => payloadPatch(observed, 'status', payloadsFor(observed).status),
  };
  const patchSpec: Step<Observed, Patch> = {
    title: 'Patch spec',
    due: (observed) => specDue(observed, payloadsFor(observed)),
    refusals: checkInside,
    next: (observed) => payloadPatch(observed, 'spec', payloadsFor(observed).spec),
  };
  const emptyStatus: Step<Observed, Action> = {
    title: 'Clear the address in the status',
    due: (observed) => emptyingDue(observed, payloadsFor(observed)),
    refusals: checkInside,
    next: (observed) => payloadPatch(observed, 'emptied', EMPTIED),
  };
  const patches = isSafe ? [emptyStatus, patchSpec, patchStatus] : [patchStatus, patchSpec];

  // Finds out what admission refuses or changes before anything is written; admission covers the spec, not the status. A host
  // that is about to be wiped is paused first and tried then.
  const tryOut: Step<Observed, Action> = {
    title: 'Try the pause and the spec patch',
    due: (observed) =>
      !observed.tried &&
      specDue(observed, payloadsFor(observed)) &&
      (observed.host.paused !== undefined || !specDiffers(observed.host)),
    refusals: checkInside,
    next: (observed) => ({
      kind: 'try',
      patches: [open, patchSpec].filter(({ due }) => due(observed)).map(({ next }) => next(observed)),
    }),
  };

  // Another writer may restore the old address at any time, so the host is read again for the decision to resume.
  const close: Step<Observed, Action> = {
    title: `${plan.isUnderForeignPause ? 'Remove the record' : 'Resume reconciliation'}${hold > 0 ? ` after holding the pause for ${hold / 1000}s` : ''}`,
    due: ({ record }) => typeof record === 'object',
    refusals: (observed) =>
      pauseOf(observed) === 'none'
        ? check([...untouchable, ...ownership], observed)
        : [...checkInside(observed), ...check(resume, observed)],
    next: (observed) =>
      observed.looked || observed.host.paused === undefined
        ? annotate(observed, closing(observed))
        : { kind: 'look', hold },
  };

  // This is a resume as well: unpaused in a move, the host would reach the other cluster without a status and without a pause.
  const withdraw: Step<Observed, Action> = {
    title: 'Remove the pause',
    due: ({ host, record }) => typeof record === 'object' && isUntouched(host, record),
    refusals: (observed) =>
      check(
        [
          ...untouchable,
          ...ownership,
          ...currentState.filter((guard) => guard.wipes || isMoveGuard(guard)),
          ...resume,
        ],
        observed,
      ),
    next: (observed) => (observed.looked ? annotate(observed, closing(observed)) : { kind: 'look', hold: 0 }),
  };

  return { tryOut, open, steps: [write, validate, ...patches], close, withdraw };
}

/** The host with the addresses that a run leaves if no other writer interferes. */
export function hostAfter(observed: Observed, aim: Aim): Host {
  const { status, spec } = payloadsOf(observed, aim);
  return withObject(observed, applyMergePatch(observed.object, { ...status, ...spec })).host;
}

/** The payloads for a host, equal to those in the payload files once written. */
function payloadsOf({ host, record }: Observed, { goal, target }: Aim): Payloads {
  if (goal === 'repair') return repairPayloads(target);
  return typeof record === 'object'
    ? undoPayloads(host, record)
    : { ...repairPayloads(target), status: { status: {} }, spec: { spec: {} } };
}

function statusDue({ object, host }: Observed, { status: { status } }: Payloads): boolean {
  // While the host is unpaused, the operator owns the error fields: writing them would race with it.
  const { provisioning, ...errors } = status;
  return patchChanges(object.status, {
    ...(provisioning && { provisioning }),
    ...(host.paused !== undefined && errors),
  });
}

const specDue = ({ object }: Observed, { spec: { spec } }: Payloads): boolean =>
  patchChanges(object.spec, spec);

/** Whether the payload files hold everything that is still to be sent. */
function isFiled(observed: Observed, payloads: Payloads): boolean {
  const { files } = observed;
  const same = (part: PayloadPart) => isDeepStrictEqual(files?.payloads[part], payloads[part]);
  return (!statusDue(observed, payloads) || same('status')) && (!specDue(observed, payloads) || same('spec'));
}

const endsUnequal = ({ host, record }: Observed, { goal }: Aim): boolean =>
  goal === 'undo' && typeof record === 'object' && urlsDiffer(urlsAfterUndo(host, record));

/** Whether the spec still gets another address that the one in the status would differ from. */
function emptyingDue({ host: { image, statusImage } }: Observed, { spec: { spec } }: Payloads): boolean {
  const next = spec.image?.url ?? image?.url;
  return next !== image?.url && Boolean(statusImage.url) && statusImage.url !== next;
}

/** The run's pause with the record; under a foreign pause, only the record. */
function opening(observed: Observed, plan: RunPlan): Record<string, string> {
  const { group, host, record } = observed;
  const { foreignPause: _, ...held } = typeof record === 'object' ? record : newRecord(host, plan);
  const ours = { ...held, goal: plan.goal };
  return host.paused === undefined || pauseOf(observed) === 'ours'
    ? { [pausedAnnotation(group)]: PAUSED_VALUE, [RECORD_ANNOTATION]: JSON.stringify(ours) }
    : { [RECORD_ANNOTATION]: JSON.stringify({ ...ours, foreignPause: host.paused }) };
}

/** Removes the record, and the pause if it is this run's. */
function closing(observed: Observed): Record<string, null> {
  const ours = pauseOf(observed) === 'ours';
  return { ...(ours && { [pausedAnnotation(observed.group)]: null }), [RECORD_ANNOTATION]: null };
}
