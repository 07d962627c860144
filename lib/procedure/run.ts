import { dueStep, type Procedure, type Refusal, type Step } from './procedure.ts';

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
  /** Whether an error means that the action was decided on something out of date and nothing was changed. */
  isStale(error: unknown): boolean;
  /** Whether an error means that the action was refused for good and nothing was changed. */
  isRefused(error: unknown): boolean;
  /** Aborted: the action in flight is finished, none is begun. */
  signal?: AbortSignal;
}

/** Observations without progress after which a run gives up. */
export const PATIENCE = 10;

/** How a run ended; `observed` is always the last observation. */
export type Outcome<O, A> =
  | { kind: 'done'; observed: O }
  | { kind: 'refused'; observed: O; step: Step<O, A>; refusals: Refusal[]; withdrawn: boolean }
  | { kind: 'failed'; observed: O; step: Step<O, A>; error: unknown; withdrawn: boolean }
  | { kind: 'stalled'; observed: O; step: Step<O, A> }
  | { kind: 'interrupted'; observed: O };

/** Runs a procedure to its end: observe → due step → refusals? → act → the answer is the next observation. */
export async function run<O, A>(
  procedure: Procedure<O, A>,
  start: O,
  ports: Ports<O, A>,
): Promise<Outcome<O, A>> {
  let observed = start;
  let fruitless = 0;
  for (;;) {
    if (ports.signal?.aborted) return { kind: 'interrupted', observed };
    const step = dueStep(procedure, observed);
    if (!step) return { kind: 'done', observed };
    const refusals = step.refusals(observed);
    if (refusals.length > 0)
      return { kind: 'refused', step, refusals, ...(await withdraw(procedure, observed, ports)) };
    if (fruitless === PATIENCE) return { kind: 'stalled', step, observed };
    ports.started(step, observed);
    try {
      observed = await attempt(step, observed, ports);
    } catch (error) {
      const refused = ports.isRefused(error);
      return {
        kind: 'failed',
        step,
        error,
        ...(refused ? await withdraw(procedure, observed, ports) : { observed, withdrawn: false }),
      };
    }
    fruitless = step.due(observed) ? fruitless + 1 : 0;
    if (fruitless === 0) ports.done(step, observed);
  }
}

/** Does a step's action once; where that was decided on something out of date, the answer is a fresh observation. */
async function attempt<O, A>(step: Step<O, A>, observed: O, ports: Ports<O, A>): Promise<O> {
  try {
    return await ports.perform(step.next(observed), observed);
  } catch (error) {
    if (!ports.isStale(error)) throw error;
    return ports.observe(observed);
  }
}

/** Takes the opening back where nothing inside was changed; where that is not safe or fails, it stays as it is. */
async function withdraw<O, A>(
  { withdraw: step }: Procedure<O, A>,
  start: O,
  ports: Ports<O, A>,
): Promise<{ observed: O; withdrawn: boolean }> {
  let observed = start;
  for (
    let tries = 0;
    tries < PATIENCE && step.due(observed) && step.refusals(observed).length === 0;
    tries += 1
  ) {
    try {
      observed = await attempt(step, observed, ports);
    } catch {
      return { observed, withdrawn: false };
    }
    if (!step.due(observed)) return { observed, withdrawn: true };
  }
  return { observed, withdrawn: false };
}
