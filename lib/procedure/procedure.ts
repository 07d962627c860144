/** Why a step is refused: the guard's name, what it found, and what to do. */
export interface Refusal {
  guard: string;
  reason: string;
  hint: string;
  /** Whether the user may override it with `--accept`. */
  acceptable: boolean;
}

/** One change, decided from the observation (`O`) alone; `A` is the type of its action. */
export interface Step<O, A> {
  title: string;
  due(observed: O): boolean;
  /** Why it must not be done now; empty if it may. */
  refusals(observed: O): Refusal[];
  next(observed: O): A;
}

/**
 * An ordered change that survives a crash at any point: it opens, does its steps and closes. The next step follows from
 * the observation, never from memory.
 */
export interface Procedure<O, A> {
  /** Dry-runs what must not fail inside the bracket. */
  tryOut: Step<O, A>;
  open: Step<O, A>;
  steps: Step<O, A>[];
  close: Step<O, A>;
  /** Closes early; due if nothing inside the bracket was changed. */
  withdraw: Step<O, A>;
}

/** What comes next: one action, a refusal, or nothing because everything is done. */
type Move<O, A> =
  | { kind: 'act'; step: Step<O, A>; action: A }
  | { kind: 'refuse'; step: Step<O, A>; refusals: Refusal[] }
  | { kind: 'done' };

/** The next move: while an inner step is due, `tryOut`, `open`, then that step; at the end, `close`. */
export function nextMove<O, A>(procedure: Procedure<O, A>, observed: O): Move<O, A> {
  const step = dueStep(procedure, observed);
  return step ? moveOf(step, observed) : { kind: 'done' };
}

/** The action that undoes the opening; undefined if something inside was changed or a guard forbids it. */
export function withdrawal<O, A>({ withdraw }: Procedure<O, A>, observed: O): A | undefined {
  if (!withdraw.due(observed)) return undefined;
  const move = moveOf(withdraw, observed);
  return move.kind === 'act' ? move.action : undefined;
}

/** A procedure's steps in order, without `withdraw`. */
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

/** What a run uses to act, to observe and to report its progress. */
export interface Ports<O, A> {
  started(step: Step<O, A>, observed: O): void;
  done(step: Step<O, A>, observed: O): void;
  /** Does one action and returns the next observation. */
  perform(action: A, observed: O): Promise<O>;
  /** Reads everything again. */
  observe(observed: O): Promise<O>;
  /** Whether an action only waits for another actor, which costs no patience; by default, none does. */
  waits?(action: A): boolean;
  /** Whether an error means that the action was based on stale data and changed nothing. */
  isStale(error: unknown): boolean;
  /** Whether an error means that the action was refused permanently and changed nothing. */
  isRefused(error: unknown): boolean;
  /** When aborted, the action in flight finishes and no other starts. */
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
 * Runs a procedure to its end: observe → next move → act → the answer is the next observation. Only a step further along than
 * any done before counts as progress, so a run gives up when another writer keeps undoing a step.
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
    // The opening gets twice as many attempts when another writer keeps undoing it: giving up must leave it in place.
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

/** Does one action; if it was based on stale data, observes again instead. */
async function attempt<O, A>(action: A, observed: O, ports: Ports<O, A>): Promise<O> {
  try {
    return await ports.perform(action, observed);
  } catch (error) {
    if (!ports.isStale(error)) throw error;
    return ports.observe(observed);
  }
}

/** Undoes the opening if nothing inside was changed; if that is not safe or fails, the bracket stays open. */
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
