import { inOrder, nextMove, type Procedure, type Refusal, type Step, withdrawal } from './procedure.ts';

/** What a run tells while it goes on. */
export interface Reporter<O, A> {
  started(step: Step<O, A>, observed: O): void;
  done(step: Step<O, A>, observed: O): void;
}

export interface Ports<O, A> extends Reporter<O, A> {
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
    if (isOutOfPatience(fruitless, step === procedure.open)) return { kind: 'stalled', step, observed };
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

/** A bracket that somebody keeps opening is opened again before it is given up: it has to be left closed to others. */
const isOutOfPatience = (fruitless: number, opening: boolean): boolean =>
  fruitless >= (opening ? 2 * PATIENCE : PATIENCE);

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
