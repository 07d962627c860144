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
  /** The step's number in the document. */
  number: number;
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

/** The step that is next: while an inner step is undone, the try-out, `open`, then that step; at the end, `close`. */
export function dueStep<O, A>(
  { tryOut, open, steps, close }: Procedure<O, A>,
  observed: O,
): Step<O, A> | undefined {
  const inner = steps.find((step) => step.due(observed));
  const next = inner ? [tryOut, open, inner] : [close];
  return next.find((step) => step.due(observed));
}
