import type { Refusal } from './procedure.ts';

/** What a guard finds: what is wrong, and what mends it. */
export type Finding = { reason: string; hint: string } | undefined;

/** One thing that can stand against a change, judged by what is observed (`O`) and asked for (`Aim`) alone. */
export interface Guard<O, Aim> {
  name: string;
  /** What it protects, in one line. */
  prevents: string;
  /** What risks data refuses; a judgement can be accepted with `--accept NAME`; a warning is only said. */
  kind: 'refusal' | 'overridable' | 'warning';
  check(observed: O, aim: Aim): Finding;
}

/** What a person should know before a run, though nothing stands against it. */
export interface Warning {
  name: string;
  reason: string;
  hint: string;
}

/** The refusals of `guards`, less the judgements that were accepted. */
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

/** Everything worth saying before a run with this aim. */
export function warningsOf<O, Aim>(guards: Guard<O, Aim>[], observed: O, aim: Aim): Warning[] {
  return guards.flatMap(({ name, check }) => {
    const finding = check(observed, aim);
    return finding ? [{ name, ...finding }] : [];
  });
}

/** What may not be done, as a person reads it, and the rule that would allow it. */
export interface Denied {
  what: string[];
  rule: string;
}

/** That everything a run needs is allowed, asked of the server before anything is touched. */
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
