import type { Refusal } from './procedure.ts';

/** What a guard finds: what is wrong, and how to fix it. */
export type Finding = { reason: string; hint: string } | undefined;

/** A reason not to make a change, decided from the observation (`O`) and the request (`Aim`) alone. */
export interface Guard<O, Aim> {
  name: string;
  /** The harm that it prevents, in one line. */
  prevents: string;
  /** A refusal protects data; an overridable check can be accepted with `--accept NAME`; a warning stops nothing. */
  kind: 'refusal' | 'overridable' | 'warning';
  check(observed: O, aim: Aim): Finding;
}

/** What the user should know before a run, although nothing prevents it. */
export interface Warning {
  name: string;
  reason: string;
  hint: string;
}

/** The refusals of `guards`, without the accepted overridable checks. */
export function refusalsOf<O, Aim>(
  guards: Guard<O, Aim>[],
  observed: O,
  aim: Aim & { accepted: ReadonlySet<string> },
): Refusal[] {
  return guards.flatMap(({ name, kind, check }) => {
    const acceptable = kind === 'overridable';
    const finding = acceptable && aim.accepted.has(name) ? undefined : check(observed, aim);
    return finding ? [{ guard: name, acceptable, ...finding }] : [];
  });
}

/** The warnings before a run with this aim. */
export function warningsOf<O, Aim>(guards: Guard<O, Aim>[], observed: O, aim: Aim): Warning[] {
  return guards.flatMap(({ name, check }) => {
    const finding = check(observed, aim);
    return finding ? [{ name, ...finding }] : [];
  });
}

/** The denied permissions, as text for the user, and the RBAC rule that grants them. */
export interface Denied {
  what: string[];
  rule: string;
}

/** Refuses before the first write if the user lacks a permission that the run needs. */
export const missingRights = <O extends { context: { denied?: Denied | undefined } }, Aim>(
  prevents: string,
): Guard<O, Aim> => ({
  name: 'missing-rights',
  prevents,
  kind: 'refusal',
  check: ({ context: { denied } }) =>
    denied && {
      reason: `not allowed: ${denied.what.join(', ')}`,
      hint: `ask for this rule:\n${denied.rule}`,
    },
});
