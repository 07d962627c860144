import { objectsOf, readObjects } from '../../../lib/cluster/scaling/read.ts';
import { keptUp } from '../../../lib/kube/watch/list-watch.ts';
import { type Observed, withObjects } from '../../../lib/scaling/observed.ts';
import { waitingFor } from '../../../lib/scaling/state.ts';
import { type StepsWatch, watchSteps } from '../shared/watch-steps.ts';
import type { Run } from './report.ts';

/** Watches what is scaled while the operator and the controllers do their part. `note` gets what is being waited for. */
export function watchScaled(
  { plan, timeout, session: { client, warn }, host: { interrupted } }: Run,
  place: Observed,
  note: (...texts: string[]) => void,
): StepsWatch<Observed> {
  async function* states(
    last: Observed,
    signal: AbortSignal,
  ): AsyncGenerator<{ seen: Observed; fresh: boolean }> {
    const { listings, record } = await readObjects(client, place, signal);
    yield { seen: withObjects(last, objectsOf({ listings, record }, place)), fresh: true };
    for await (const changed of keptUp(client, listings, signal))
      yield { seen: withObjects(last, objectsOf({ listings: changed, record }, place)), fresh: false };
  }
  return watchSteps(
    { states, completed: async (seen) => seen, waitingFor: (observed) => waitingFor(observed, plan) },
    { timeout, interrupted, warn, note },
  );
}
