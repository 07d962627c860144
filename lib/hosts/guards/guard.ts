import type { Refusal } from '../../procedure/procedure.ts';
import type { Target } from '../image.ts';
import type { Observed } from '../observed.ts';
import type { Goal, Order } from '../record.ts';

/** What a run is for, as far as guards judge it. */
export interface Aim {
  goal: Goal;
  /** The addresses of the repair, whether they are to be brought in or taken out again. */
  target: Target;
  order: Order;
}

/** What a guard finds: what is wrong, and what mends it. */
export type Finding = { reason: string; mend: string } | undefined;

/** One thing that can stand against a change of a host, judged by what is observed alone. */
export interface Guard {
  name: string;
  /** What it protects, in one line. */
  protects: string;
  /** What risks the disk refuses; a judgement can be accepted with `--accept NAME`; a warning is only said. */
  kind: 'refusal' | 'judgement' | 'warning';
  /** Whether the operator wipes the host if it is resumed while this holds: then not even our own pause is taken back. */
  wipes?: boolean;
  check(observed: Observed, aim: Aim): Finding;
}

/** What a person should know before a run, though nothing stands against it. */
export interface Warning {
  name: string;
  reason: string;
  mend: string;
}

/** The refusals of `guards`, less the judgements that were accepted. */
export function refusalsOf(
  guards: Guard[],
  observed: Observed,
  { accepted, ...aim }: Aim & { accepted: ReadonlySet<string> },
): Refusal[] {
  return guards.flatMap(({ name, kind, check }) => {
    const acceptable = kind === 'judgement';
    const finding = acceptable && accepted.has(name) ? undefined : check(observed, aim);
    return finding ? [{ guard: name, acceptable, ...finding }] : [];
  });
}

/** Everything worth saying before a run with this aim. */
export function warningsOf(guards: Guard[], observed: Observed, aim: Aim): Warning[] {
  return guards.flatMap(({ name, check }) => {
    const finding = check(observed, aim);
    return finding ? [{ name, ...finding }] : [];
  });
}
