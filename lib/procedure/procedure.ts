/** Why something is not done: the guard's name, what it found, and what to do about it. */
export interface Refusal {
  guard: string;
  reason: string;
  mend: string;
  /** Whether it is a judgement, which a person may take on with `--accept`. */
  acceptable: boolean;
}

/** One change, decided from what is observed alone. `O` is what is observed, `A` what can be done. */
export interface Step<O, A> {
  title: string;
  /** Whether the step is still to be done. */
  due(observed: O): boolean;
  /** Why it may not be done now; empty where nothing stands against it. */
  refusals(observed: O): Refusal[];
  /** The one action that does it. */
  next(observed: O): A;
}

/**
 * An ordered change that survives a crash at any point: it opens, does its steps and closes, and what is next is read
 * from what is observed, never remembered.
 */
export interface Procedure<O, A> {
  /** Tries out, without effect, what must not fail inside; due only while that is worth knowing first. */
  tryOut: Step<O, A>;
  open: Step<O, A>;
  steps: Step<O, A>[];
  close: Step<O, A>;
  /** Closes early where nothing inside the bracket was changed; due where that can be done. */
  withdraw: Step<O, A>;
}

/** What is next about what is observed: one action, nothing any more, or nothing because something stands against it. */
export type Move<O, A> =
  | { kind: 'act'; step: Step<O, A>; action: A }
  | { kind: 'refuse'; step: Step<O, A>; refusals: Refusal[] }
  | { kind: 'done' };

/** The next move: while an inner step is undone, the try-out, `open`, then that step; at the end, `close`. */
export function nextMove<O, A>(procedure: Procedure<O, A>, observed: O): Move<O, A> {
  const step = dueStep(procedure, observed);
  return step ? moveOf(step, observed) : { kind: 'done' };
}

/** The move that takes the opening back; undefined where something inside was changed or a guard forbids it. */
export function withdrawal<O, A>({ withdraw }: Procedure<O, A>, observed: O): A | undefined {
  if (!withdraw.due(observed)) return undefined;
  const move = moveOf(withdraw, observed);
  return move.kind === 'act' ? move.action : undefined;
}

/** A procedure's steps in their order, without what it does only in need. */
export const inOrder = <O, A>({ tryOut, open, steps, close }: Procedure<O, A>): Step<O, A>[] => [
  tryOut,
  open,
  ...steps,
  close,
];

function dueStep<O, A>({ tryOut, open, steps, close }: Procedure<O, A>, observed: O): Step<O, A> | undefined {
  const inner = steps.find((step) => step.due(observed));
  const next = inner ? [tryOut, open, inner] : [close];
  return next.find((step) => step.due(observed));
}

function moveOf<O, A>(step: Step<O, A>, observed: O): Exclude<Move<O, A>, { kind: 'done' }> {
  const refusals = step.refusals(observed);
  return refusals.length > 0
    ? { kind: 'refuse', step, refusals }
    : { kind: 'act', step, action: step.next(observed) };
}
