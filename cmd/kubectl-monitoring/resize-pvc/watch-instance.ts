import { objectsOf, readAgain, readObjects, readRecord } from '../../../lib/cluster/volumes/read.ts';
import { keptUp } from '../../../lib/kube/watch/list-watch.ts';
import { names } from '../../../lib/objects/names.ts';
import { asksForLess, growthText } from '../../../lib/volumes/claim.ts';
import type { ResizeOptions } from '../../../lib/volumes/decide.ts';
import { type Observed, withObjects } from '../../../lib/volumes/observed.ts';
import { claimsToGrow, isResized, ownedClaims } from '../../../lib/volumes/state.ts';
import { watchSteps } from '../shared/watch-steps.ts';
import type { Run } from './report.ts';

export type InstanceWatch = ReturnType<typeof watchInstance>;

/** Watches one instance while the operator and the storage do their part. `note` gets what is being waited for. */
export function watchInstance(
  { component, namespace, session: { client, warn }, host: { interrupted }, timeout, options }: Run,
  name: string,
  note: (...texts: string[]) => void,
) {
  const snapshot = { component, namespace, name, mode: options.mode, flags: client.flags };

  /** Reads the objects, then watches them: yields each state until the objects have to be read again. */
  async function* states(
    observed: Observed,
    signal: AbortSignal,
  ): AsyncGenerator<{ seen: Observed; fresh: boolean }> {
    const { listings, record } = await readObjects(client, snapshot, signal);
    yield { seen: withObjects(observed, objectsOf({ listings, record }, snapshot)), fresh: true };
    for await (const changed of keptUp(client, listings, signal))
      yield {
        seen: withObjects(observed, objectsOf({ listings: changed, record }, snapshot)),
        fresh: false,
      };
  }

  /** The record is not watched, but another run may have changed it, which decides what is next. */
  const completed = async (seen: Observed, signal: AbortSignal): Promise<Observed> =>
    withObjects(seen, { record: await readRecord(client, snapshot, signal) });

  const watched = { states, completed, waitingFor: (observed: Observed) => waitingFor(observed, options) };
  return {
    ...watchSteps(watched, { timeout, interrupted, warn, note }),
    read: (observed: Observed): Promise<Observed> =>
      readAgain(client, observed, { look: snapshot, signal: interrupted }),
  };
}

/** What the operator and the storage still have to do, one line each. */
export function waitingFor(
  observed: Observed,
  { size, includeOrphaned }: Pick<ResizeOptions, 'size' | 'includeOrphaned'>,
): string[] {
  const { instance, pods, sets, setNames, objects } = observed;
  const claims = claimsToGrow(observed, includeOrphaned);
  const growing = claims
    .filter((claim) => !asksForLess(claim, size) && !isResized(claim, size))
    .map((claim) => `claim ${claim.name}: ${growthText(claim, size)}`);
  if (growing.length > 0) return growing;
  const attached = claims.filter(({ volume }) => objects.attached.includes(volume));
  const owned = ownedClaims(observed);
  if (instance.replicas === 0)
    return [
      pods.length > 0
        ? `pods still running: ${names(pods)}`
        : attached.length > 0
          ? `volumes still attached: ${names(attached)}`
          : `StatefulSet ${setNames.join(', ')}: ${sets.length === setNames.length ? 'not yet at 0 replicas with the new template' : 'being re-created'}`,
    ];
  if (owned.length > 0) return [`claims that still have an owner: ${names(owned)}`];
  const unready = pods.filter(({ ready }) => !ready);
  if (unready.length > 0) return [`pods not ready: ${names(unready)}`];
  return [`StatefulSet ${setNames.join(', ')}: does not match the resource yet`];
}
