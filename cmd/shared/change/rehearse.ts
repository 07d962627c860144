import { type Outcome, run, type Step } from '../../../lib/procedure/procedure.ts';
import type { Ending } from '../render.ts';
import type { Change } from './change.ts';

/** What a rehearsed action leads to: by default, the observation that it is folded into. */
type Play<O, A> = (action: A, observed: O, step: Step<O, A>) => Promise<O>;

/** Runs the procedure of a change on its observation alone, as if there were no other writer. Nothing is sent. */
export async function rehearse<O, A, R extends Ending>(
  { procedure, fold }: Pick<Change<O, A, R>, 'procedure' | 'fold'>,
  start: O,
  play: Play<O, A> = async (action, observed) => fold(action, observed),
): Promise<Outcome<O, A>> {
  let step = procedure.open;
  return run(procedure, start, {
    perform: (action, observed) => play(action, observed, step),
    observe: async (observed) => observed,
    isStale: () => false,
    isRefused: () => false,
    started: (next) => {
      step = next;
    },
    done: () => {},
  });
}

/** Titles of the steps that a run would still do, in order; undefined if a guard would refuse one of them. */
export async function stepsLeft<O, A, R extends Ending>(
  change: Pick<Change<O, A, R>, 'procedure' | 'fold'>,
  start: O,
): Promise<string[] | undefined> {
  const titles = new Set<string>();
  const outcome = await rehearse(change, start, async (action, observed, step) => {
    if (step !== change.procedure.tryOut) titles.add(step.title);
    return change.fold(action, observed);
  });
  return outcome.kind === 'done' ? [...titles] : undefined;
}
