import { applyMergePatch } from '../../objects/merge-patch.ts';
import { DETACHED_VALUE, detachedAnnotation, REENROLL_ANNOTATION } from '../../objects/names.ts';
import { refusalsOf } from '../../procedure/guard.ts';
import type { Procedure, Refusal, Step } from '../../procedure/procedure.ts';
import { annotate, fold as foldPatch, type Patch } from '../action.ts';
import type { Aim, Guard } from '../guards/guard.ts';
import { type Host, type HostObject, urlsDiffer } from '../host.ts';
import { withObject } from '../observed.ts';
import type { RunStamp } from '../record.ts';
import { REENROLL_GUARDS, type ReenrollGuards } from './guards.ts';
import {
  detachmentOf,
  type Enrollment,
  enrollmentOf,
  isDetached,
  isNodeGone,
  newReenrollment,
} from './record.ts';

/** An action of a reenroll: a patch, the dry run of the first patch, or the wait for the operator to detach the host. */
export type ReenrollAction = Patch | { kind: 'try'; patch: Patch } | { kind: 'wait' };

export interface ReenrollPlan {
  /** Names of the guards that the user overrides. */
  accepted: ReadonlySet<string>;
  /** What a new record says of this run. */
  run: RunStamp;
}

/**
 * The bracket: detach, wait until the operator has deleted the node, reset errorCount, attach. In between, the operator takes no
 * action on the host. After the attach it enrolls a new node and then compares the two image addresses. So equality is read
 * from the observation that the last patch is decided on, and that patch carries its `resourceVersion`.
 */
export function reenrollProcedure(
  { accepted, run }: ReenrollPlan,
  guards: ReenrollGuards = REENROLL_GUARDS,
): Procedure<Enrollment, ReenrollAction> {
  const check = (lists: Guard[][], { observed }: Enrollment): Refusal[] =>
    refusalsOf(lists.flat(), observed, { ...presentAim(observed.host), accepted });
  const { untouchable, claims, attach, currentState, entry } = guards;
  const ours = [untouchable, claims];

  const open: Step<Enrollment, Patch> = {
    title: 'Detach the host',
    due: ({ record, observed }) => typeof record !== 'object' || detachmentOf(observed) === 'none',
    // A host whose run lost its detached annotation is detached before the other checks: that can only help.
    refusals: (seen) =>
      check(typeof seen.record === 'object' ? ours : [...ours, attach, currentState, entry], seen),
    next: ({ observed, record }) =>
      annotate(observed, {
        [detachedAnnotation(observed.group)]: DETACHED_VALUE,
        [REENROLL_ANNOTATION]: JSON.stringify(
          typeof record === 'object' ? record : newReenrollment(observed.host, run),
        ),
      }),
  };
  const wait: Step<Enrollment, ReenrollAction> = {
    title: 'Wait until the operator has detached it',
    due: isHeldOn,
    refusals: (seen) => check([...ours, currentState], seen),
    next: () => ({ kind: 'wait' }),
  };
  // The operator never resets it for an attached host, and does not save a detached one.
  const reset: Step<Enrollment, ReenrollAction> = {
    title: 'Reset the error count',
    due: ({ record, observed }) =>
      typeof record === 'object' &&
      detachmentOf(observed) === 'ours' &&
      isDetached(observed.host) &&
      Boolean(observed.host.errorCount),
    refusals: wait.refusals,
    next: ({ observed: { host } }) => ({
      kind: 'patch',
      subresource: 'status',
      payload: { status: { errorCount: 0 } },
      resourceVersion: host.resourceVersion,
    }),
  };
  const close: Step<Enrollment, ReenrollAction> = {
    title: 'Attach the host again',
    // If only the record was removed, the host is detached without an owner: the run must not end silently.
    due: ({ record, last, observed }) =>
      record !== undefined || (last !== undefined && detachmentOf(observed) !== 'none'),
    refusals: (seen) =>
      check(detachmentOf(seen.observed) === 'ours' ? [attach, ...ours, currentState] : ours, seen),
    next: closing,
  };
  const withdraw: Step<Enrollment, ReenrollAction> = {
    title: 'Undo the detachment',
    due: ({ record, observed }) =>
      typeof record === 'object' && detachmentOf(observed) === 'ours' && !isNodeGone(observed.host, record),
    refusals: (seen) => check([untouchable, attach, currentState.filter(({ wipes }) => wipes)], seen),
    next: closing,
  };
  // If admission dropped the record, the host would stay detached without an owner.
  const tryOut: Step<Enrollment, ReenrollAction> = {
    ...open,
    title: 'Try the detachment',
    due: ({ observed, record }) => !observed.tried && record === undefined,
    next: (seen) => ({ kind: 'try', patch: open.next(seen) }),
  };
  return { tryOut, open, steps: [wait, reset], close, withdraw };
}

/** The observation after an action if no other client writes and the operator does its part. */
export function fold(action: ReenrollAction, seen: Enrollment): Enrollment {
  const { observed } = seen;
  if (action.kind === 'try') return { ...seen, observed: { ...observed, tried: true } };
  if (action.kind === 'patch') return enrollmentOf(foldPatch(action, observed), seen);
  const letGo = { status: { operationalStatus: 'detached' } };
  return enrollmentOf(withObject(observed, applyMergePatch<HostObject>(observed.object, letGo)), seen);
}

/** A reenroll changes no address: its target is what the host already has. */
export const presentAim = ({ image }: Host): Aim => ({
  goal: 'repair',
  order: 'documented',
  target: { url: image?.url ?? '', checksum: image?.checksum ?? '' },
});

/** Whether the operator still has to detach the host, or the host was attached by another client, which would wipe it. */
function isHeldOn({ record, last, observed }: Enrollment): boolean {
  const { host } = observed;
  if (record === undefined) return last === undefined;
  if (record === 'unreadable') return true;
  if (detachmentOf(observed) === 'none') return urlsDiffer(host) || !isNodeGone(host, record);
  return !isDetached(host);
}

/** Removes the record, and the detached annotation if it is ours. */
function closing({ observed }: Enrollment): Patch {
  const isOurs = detachmentOf(observed) === 'ours';
  return annotate(observed, {
    ...(isOurs && { [detachedAnnotation(observed.group)]: null }),
    [REENROLL_ANNOTATION]: null,
  });
}
