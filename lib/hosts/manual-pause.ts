import { HELD_VALUE, PAUSED_VALUE, PROVISIONED, pausedAnnotation } from '../objects/names.ts';
import { refusalsOf } from '../procedure/guard.ts';
import type { Procedure, Refusal, Step } from '../procedure/procedure.ts';
import { annotate, type Patch } from './action.ts';
import { commandFor } from './command-for.ts';
import { GUARDS, type Guards } from './guards/all.ts';
import { isMoveGuard } from './guards/current-state.ts';
import { type Guard, NO_AIM } from './guards/guard.ts';
import { pauserOf } from './guards/untouchable.ts';
import { type Observed, pauseOf } from './observed.ts';
import { isAtRisk } from './risk.ts';

/** Sets a pause that stays until it is removed. Its own value tells it from the pause of a run. */
export const pausing = (guards: Guards = GUARDS): Procedure<Observed, Patch> =>
  alone({
    title: 'Pause',
    due: ({ host }) => host.paused !== HELD_VALUE,
    refusals: (observed) => [
      ...check(guards.untouchable.filter(named('deleting')), observed),
      // Cluster API treats any pause as its own and then moves the host without its status. A host about to be wiped cannot wait.
      ...(isAtRisk(observed.host) ? [] : check(guards.currentState.filter(isMoveGuard), observed)),
      ...(observed.host.paused === undefined ? [] : claims(observed, guards)),
    ],
    next: (observed) => annotate(observed, { [pausedAnnotation(observed.group)]: HELD_VALUE }),
  });

/**
 * Removes that pause and no other, and only if the operator does not wipe the host then. The patch carries the
 * resourceVersion that the guards were checked on.
 */
export const resuming = (guards: Guards = GUARDS): Procedure<Observed, Patch> =>
  alone({
    title: 'Resume',
    due: ({ host, record }) => host.paused !== undefined || record !== undefined || isAtRisk(host),
    refusals: (observed) => [...dangers(observed, guards), ...claims(observed, guards)],
    next: (observed) => annotate(observed, { [pausedAnnotation(observed.group)]: null }),
  });

/** Whether a pause seems set by hand and is safe to remove; only a user knows whether it is still needed. */
export const isByHand = (observed: Observed, guards: Guards = GUARDS): boolean =>
  observed.host.paused === PAUSED_VALUE &&
  observed.record === undefined &&
  dangers(observed, guards).length === 0;

/** A procedure of one step. */
function alone(step: Step<Observed, Patch>): Procedure<Observed, Patch> {
  const never = { ...step, due: () => false };
  return { tryOut: never, open: never, steps: [step], close: never, withdraw: never };
}

/** What forbids a resume, whichever writer set the pause. */
export function dangers(
  observed: Observed,
  { untouchable, currentState, resume }: Guards = GUARDS,
): Refusal[] {
  const { host } = observed;
  // Only in this state does the operator compare the provisioned image with the spec.
  const compared = host.state === PROVISIONED && !host.deleting;
  const found = check(
    [
      ...untouchable.filter(named('lost-status')),
      ...[...resume, ...currentState].filter(({ wipes }) => compared || !wipes),
    ],
    observed,
  );
  return found.map((refusal) =>
    refusal.guard === 'unequal-urls'
      ? { ...refusal, hint: `resuming it now wipes the host${equalizing(observed)}` }
      : refusal,
  );
}

const equalizing = (observed: Observed): string =>
  observed.host.image?.url === undefined
    ? ''
    : `; make the two equal: ${commandFor(observed, 'kubectl bmh repair', ...(pauseOf(observed) === 'foreign' ? ['--accept', 'foreign-pause'] : []))}`;

/** Refuses if another writer owns the pause. */
function claims(observed: Observed, guards: Guards): Refusal[] {
  const { host, record } = observed;
  const claimed = (reason: string, hint: string): Refusal[] => [
    { guard: 'foreign-pause', acceptable: false, reason, hint },
  ];
  if (record === 'unreadable') return check(guards.untouchable.filter(named('unreadable-record')), observed);
  if (record)
    return claimed(
      `an unfinished ${record.goal} on this host owns the pause`,
      `finish it: ${commandFor(observed, `kubectl bmh ${record.goal}`)}${record.goal === 'repair' ? `; or undo it: ${commandFor(observed, 'kubectl bmh undo')}` : ''}`,
    );
  return host.paused === undefined || host.paused === HELD_VALUE
    ? []
    : claimed(
        `the host is paused by ${pauserOf(observed)}, not by "kubectl bmh pause"`,
        `ask its owner to remove it${isByHand(observed, guards) ? '; if it is no longer needed, remove it by hand' : ''}`,
      );
}

const named =
  (wanted: string) =>
  ({ name }: Guard): boolean =>
    name === wanted;

const check = (guards: Guard[], observed: Observed): Refusal[] => refusalsOf(guards, observed, NO_AIM);
