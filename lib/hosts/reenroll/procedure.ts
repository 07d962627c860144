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
  type Enrolment,
  enrolmentOf,
  isDetached,
  isNodeGone,
  newReenrollment,
} from './record.ts';

/** What a re-enrolment may do: one patch, the first of them tried before, or look on while the operator lets go. */
export type ReenrollAction = Patch | { kind: 'try'; patch: Patch } | { kind: 'wait' };

export interface ReenrollPlan {
  /** Names of the guards whose judgement the person takes on. */
  accepted: ReadonlySet<string>;
  /** What a new record says of this run. */
  run: RunStamp;
}

/**
 * Detach, wait until the operator has deleted the node, reset the number of errors, attach again, as a bracket. In between the
 * operator takes no action on the host. On the attach it enrols a node anew and then compares the two image addresses, so equality is read
 * from the answer that the last patch is decided on, and that patch carries its `resourceVersion`.
 */
export function reenrollProcedure(
  { accepted, run }: ReenrollPlan,
  guards: ReenrollGuards = REENROLL_GUARDS,
): Procedure<Enrolment, ReenrollAction> {
  const check = (lists: Guard[][], { observed }: Enrolment): Refusal[] =>
    refusalsOf(lists.flat(), observed, { ...presentAim(observed.host), accepted });
  const { untouchable, claims, attach, currentState, entry } = guards;
  const ours = [untouchable, claims];

  const open: Step<Enrolment, Patch> = {
    title: 'Detach the host',
    due: ({ record, observed }) => typeof record !== 'object' || detachmentOf(observed) === 'none',
    // A host whose run lost its annotation is detached before it is judged: that can only help.
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
  const wait: Step<Enrolment, ReenrollAction> = {
    title: 'Wait until the operator has detached it',
    due: isHeldOn,
    refusals: (seen) => check([...ours, currentState], seen),
    next: () => ({ kind: 'wait' }),
  };
  // The operator never does it for a host that it takes back, and while it has let go of one it does not save it.
  const reset: Step<Enrolment, ReenrollAction> = {
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
  const close: Step<Enrolment, ReenrollAction> = {
    title: 'Attach the host again',
    // A record that was taken away alone leaves the host detached by nobody: that must not be the silent end.
    due: ({ record, last, observed }) =>
      record !== undefined || (last !== undefined && detachmentOf(observed) !== 'none'),
    refusals: (seen) =>
      check(detachmentOf(seen.observed) === 'ours' ? [attach, ...ours, currentState] : ours, seen),
    next: closing,
  };
  const withdraw: Step<Enrolment, ReenrollAction> = {
    title: 'Undo the detachment',
    due: ({ record, observed }) =>
      typeof record === 'object' && detachmentOf(observed) === 'ours' && !isNodeGone(observed.host, record),
    refusals: (seen) => check([untouchable, attach, currentState.filter(({ wipes }) => wipes)], seen),
    next: closing,
  };
  // A record that is not kept would leave the host detached by nobody.
  const tryOut: Step<Enrolment, ReenrollAction> = {
    ...open,
    title: 'Try the detachment',
    due: ({ observed, record }) => !observed.tried && record === undefined,
    next: (seen) => ({ kind: 'try', patch: open.next(seen) }),
  };
  return { tryOut, open, steps: [wait, reset], close, withdraw };
}

/** What is observed after an action if nobody else writes and the operator does its part. */
export function fold(action: ReenrollAction, seen: Enrolment): Enrolment {
  const { observed } = seen;
  if (action.kind === 'try') return { ...seen, observed: { ...observed, tried: true } };
  if (action.kind === 'patch') return enrolmentOf(foldPatch(action, observed), seen);
  const letGo = { status: { operationalStatus: 'detached' } };
  return enrolmentOf(withObject(observed, applyMergePatch<HostObject>(observed.object, letGo)), seen);
}

/** A re-enrolment brings nothing in: the addresses of its aim are those that the host has. */
export const presentAim = ({ image }: Host): Aim => ({
  goal: 'repair',
  order: 'documented',
  target: { url: image?.url ?? '', checksum: image?.checksum ?? '' },
});

/** Whether the host is still to be let go of, or was attached by somebody while that has it wiped. */
function isHeldOn({ record, last, observed }: Enrolment): boolean {
  const { host } = observed;
  if (record === undefined) return last === undefined;
  if (record === 'unreadable') return true;
  if (detachmentOf(observed) === 'none') return urlsDiffer(host) || !isNodeGone(host, record);
  return !isDetached(host);
}

/** The record goes, and with it the detached annotation where it is ours. */
function closing({ observed }: Enrolment): Patch {
  const isOurs = detachmentOf(observed) === 'ours';
  return annotate(observed, {
    ...(isOurs && { [detachedAnnotation(observed.group)]: null }),
    [REENROLL_ANNOTATION]: null,
  });
}
