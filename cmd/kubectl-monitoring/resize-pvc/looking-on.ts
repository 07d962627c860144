import { objectsOf, readAgain, readObjects, readRecord } from '../../../lib/cluster/volumes/read.ts';
import { isPassing } from '../../../lib/kube/api/errors.ts';
import { keptUp } from '../../../lib/kube/watch/list-watch.ts';
import { names } from '../../../lib/objects/names.ts';
import { asksForLess, growthText } from '../../../lib/volumes/claim.ts';
import type { ResizeOptions } from '../../../lib/volumes/decide.ts';
import { type Observed, withObjects } from '../../../lib/volumes/observed.ts';
import { claimsToGrow, hasArrived, ownedClaims } from '../../../lib/volumes/state.ts';
import { asPart, CommandError } from '../../../lib/words/errors.ts';
import type { Run } from './report.ts';

/** What is waited for. */
interface Awaited {
  title: string;
  /** Whether there is nothing to be done but to wait on. */
  isDue(observed: Observed): boolean;
}

export type LookingOn = ReturnType<typeof lookingOn>;

/** Looks on at one instance while others do their part. `note` takes what is being waited for. */
export function lookingOn(
  { component, namespace, session: { client, warn }, host: { interrupted }, timeout, options }: Run,
  name: string,
  note: (...texts: string[]) => void,
) {
  const snapshot = { component, namespace, name, mode: options.mode };
  let started: { awaited: Awaited; deadline: AbortSignal } | undefined;

  /** A fresh look, then what happens after it: each state as it is seen, until they have to be looked at anew. */
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

  return {
    /** Begins a step, or goes on with it: how long one may wait counts from its beginning. */
    begin(awaited: Awaited): void {
      if (started?.awaited.title !== awaited.title)
        started = { awaited, deadline: AbortSignal.timeout(timeout) };
    },
    read: (observed: Observed): Promise<Observed> =>
      readAgain(client, observed, { look: snapshot, signal: interrupted }),
    /** Resolves with what is there when the step that was begun is over. */
    async end(observed: Observed): Promise<Observed> {
      if (!started) throw new Error('nothing was begun');
      const { awaited, deadline } = started;
      const signal = AbortSignal.any([interrupted, deadline]);
      let last = observed;
      for (;;) {
        try {
          for await (const { seen, fresh } of states(last, signal)) {
            last = seen;
            if (awaited.isDue(seen)) note(...waitingFor(seen, options));
            else if (fresh) return seen;
            // It is not watched, and whoever has changed it meanwhile decides what is next.
            else return withObjects(seen, { record: await readRecord(client, snapshot, signal) });
          }
        } catch (error) {
          if (interrupted.aborted) throw interruption(interrupted, error);
          if (deadline.aborted) throw timedOut(awaited.title, timeout, waitingFor(last, options));
          if (!isPassing(error)) throw error;
          warn(`${asPart(error as CommandError)}: asking again`);
        }
      }
    },
  };
}

const interruption = (interrupted: AbortSignal, error: unknown): unknown =>
  interrupted.reason instanceof CommandError ? interrupted.reason : error;

const timedOut = (title: string, timeout: number, texts: string[]): CommandError =>
  new CommandError('timeout', `error: timed out at "${title}" after ${timeout / 1000}s`, {
    hint: [...texts, 'See what holds it up; --timeout waits longer.'].join('\n'),
  });

/** What others still have to do, a line each: claims that grow, and pods that come and go. */
export function waitingFor(
  observed: Observed,
  { size, includeLeftovers }: Pick<ResizeOptions, 'size' | 'includeLeftovers'>,
): string[] {
  const { instance, pods, sets, setNames, objects } = observed;
  const claims = claimsToGrow(observed, includeLeftovers);
  const growing = claims
    .filter((claim) => !asksForLess(claim, size) && !hasArrived(claim, size))
    .map((claim) => `claim ${claim.name}: ${growthText(claim, size)}`);
  if (growing.length > 0) return growing;
  const attached = claims.filter(({ volume }) => objects.attached.includes(volume));
  const owned = ownedClaims(observed);
  if (instance.replicas === 0)
    return [
      pods.length > 0
        ? `pods that are left: ${names(pods)}`
        : attached.length > 0
          ? `volumes still attached: ${names(attached)}`
          : `StatefulSet ${setNames.join(', ')}: ${sets.length === setNames.length ? 'not at 0 replicas with the new template yet' : 'being made again'}`,
    ];
  if (owned.length > 0) return [`claims that still have an owner: ${names(owned)}`];
  const unready = pods.filter(({ ready }) => !ready);
  if (unready.length > 0) return [`pods that are not ready: ${names(unready)}`];
  return [`StatefulSet ${setNames.join(', ')}: not as the resource has it yet`];
}
