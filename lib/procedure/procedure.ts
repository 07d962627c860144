/** Why something is not done: the guard's name, what it found, and what to do about it. */
export interface Refusal {
  guard: string;
  reason: string;
  hint: string;
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
type Move<O, A> =
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

/** What a run works with, and whom it tells. */
export interface Ports<O, A> {
  started(step: Step<O, A>, observed: O): void;
  done(step: Step<O, A>, observed: O): void;
  /** Does one action; the answer is the next observation. */
  perform(action: A, observed: O): Promise<O>;
  /** Reads everything again. */
  observe(observed: O): Promise<O>;
  /** Whether an action only looks on while others do something, which costs no patience; none does when absent. */
  waits?(action: A): boolean;
  /** Whether an error means that the action was decided on something out of date and nothing was changed. */
  isStale(error: unknown): boolean;
  /** Whether an error means that the action was refused for good and nothing was changed. */
  isRefused(error: unknown): boolean;
  /** Aborted: the action in flight is finished, none is begun. */
  signal?: AbortSignal;
}

/** Actions without progress, waits aside, after which a run gives up. */
export const PATIENCE = 10;

/** How a run ended; `observed` is always the last observation. */
export type Outcome<O, A> =
  | { kind: 'done'; observed: O }
  | { kind: 'refused'; observed: O; step: Step<O, A>; refusals: Refusal[]; withdrawn: boolean }
  | { kind: 'failed'; observed: O; step: Step<O, A>; error: unknown; withdrawn: boolean }
  | { kind: 'stalled'; observed: O; step: Step<O, A> }
  | { kind: 'interrupted'; observed: O };

/**
 * Runs a procedure to its end: observe → next move → act → the answer is the next observation. Progress is a step that
 * lies further on than any done before: what somebody else keeps undoing is not done again without end.
 */
export async function run<O, A>(
  procedure: Procedure<O, A>,
  start: O,
  ports: Ports<O, A>,
): Promise<Outcome<O, A>> {
  const order = inOrder(procedure);
  let observed = start;
  let furthest = -1;
  let fruitless = 0;
  for (;;) {
    if (ports.signal?.aborted) return { kind: 'interrupted', observed };
    const move = nextMove(procedure, observed);
    if (move.kind === 'done') return { kind: 'done', observed };
    const { step } = move;
    if (move.kind === 'refuse')
      return {
        kind: 'refused',
        step,
        refusals: move.refusals,
        ...(await withdraw(procedure, observed, ports)),
      };
    // A bracket that somebody keeps opening is opened again before it is given up: it has to be left closed to others.
    if (fruitless >= (step === procedure.open ? 2 * PATIENCE : PATIENCE))
      return { kind: 'stalled', step, observed };
    ports.started(step, observed);
    try {
      observed = await attempt(move.action, observed, ports);
    } catch (error) {
      const refused = ports.isRefused(error);
      return {
        kind: 'failed',
        step,
        error,
        ...(refused ? await withdraw(procedure, observed, ports) : { observed, withdrawn: false }),
      };
    }
    const done = !step.due(observed);
    const place = order.indexOf(step);
    if (done && place > furthest) fruitless = 0;
    else if (!ports.waits?.(move.action)) fruitless += 1;
    if (!done) continue;
    furthest = Math.max(furthest, place);
    ports.done(step, observed);
  }
}

/** Does one action; where that was decided on something out of date, the answer is a fresh observation. */
async function attempt<O, A>(action: A, observed: O, ports: Ports<O, A>): Promise<O> {
  try {
    return await ports.perform(action, observed);
  } catch (error) {
    if (!ports.isStale(error)) throw error;
    return ports.observe(observed);
  }
}

/** Takes the opening back where nothing inside was changed; where that is not safe or fails, it stays as it is. */
async function withdraw<O, A>(
  procedure: Procedure<O, A>,
  start: O,
  ports: Ports<O, A>,
): Promise<{ observed: O; withdrawn: boolean }> {
  let observed = start;
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const action = withdrawal(procedure, observed);
    if (action === undefined) break;
    try {
      observed = await attempt(action, observed, ports);
    } catch {
      break;
    }
    if (!procedure.withdraw.due(observed)) return { observed, withdrawn: true };
  }
  return { observed, withdrawn: false };
}
