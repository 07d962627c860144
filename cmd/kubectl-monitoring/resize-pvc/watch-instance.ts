import { objectsOf, readAgain, readObjects, readRecord } from '../../../lib/cluster/volumes/read.ts';
import { isPassing } from '../../../lib/kube/api/errors.ts';
import { keptUp } from '../../../lib/kube/watch/list-watch.ts';
import { names } from '../../../lib/objects/names.ts';
import { asksForLess, growthText } from '../../../lib/volumes/claim.ts';
import type { ResizeOptions } from '../../../lib/volumes/decide.ts';
import { type Observed, withObjects } from '../../../lib/volumes/observed.ts';
import { claimsToGrow, isResized, ownedClaims } from '../../../lib/volumes/state.ts';
import { asPart, CommandError } from '../../../lib/words/errors.ts';
import type { Run } from './report.ts';

/** A step that waits for the operator or the storage. */
interface Wait {
  title: string;
  /** Whether to keep waiting. */
  isDue(observed: Observed): boolean;
}

export type InstanceWatch = ReturnType<typeof watchInstance>;

/** Watches one instance while the operator and the storage do their part. `note` gets what is being waited for. */
export function watchInstance(
  { component, namespace, session: { client, warn }, host: { interrupted }, timeout, options }: Run,
  name: string,
  note: (...texts: string[]) => void,
) {
  const snapshot = { component, namespace, name, mode: options.mode, flags: client.flags };
  let started: { wait: Wait; deadline: AbortSignal } | undefined;

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

  return {
    /** Starts a step, or resumes it with the deadline that it has. */
    start(wait: Wait): void {
      if (started?.wait.title !== wait.title) started = { wait, deadline: AbortSignal.timeout(timeout) };
    },
    read: (observed: Observed): Promise<Observed> =>
      readAgain(client, observed, { look: snapshot, signal: interrupted }),
    /** Resolves with the observation that ends the started step. */
    async finish(observed: Observed): Promise<Observed> {
      if (!started) throw new Error('no step was started');
      const { wait, deadline } = started;
      const signal = AbortSignal.any([interrupted, deadline]);
      let last = observed;
      for (;;) {
        try {
          for await (const { seen, fresh } of states(last, signal)) {
            last = seen;
            if (wait.isDue(seen)) note(...waitingFor(seen, options));
            else if (fresh) return seen;
            // The record is not watched, but another run may have changed it, which decides what is next.
            else return withObjects(seen, { record: await readRecord(client, snapshot, signal) });
          }
        } catch (error) {
          if (interrupted.aborted)
            throw interrupted.reason instanceof CommandError ? interrupted.reason : error;
          if (deadline.aborted) throw timedOut(wait.title, timeout, waitingFor(last, options));
          if (!isPassing(error)) throw error;
          warn(`${asPart(error as CommandError)}: retrying`);
        }
      }
    },
  };
}

const timedOut = (title: string, timeout: number, texts: string[]): CommandError =>
  new CommandError('timeout', `error: timed out at "${title}" after ${timeout / 1000}s`, {
    hint: [...texts, 'Find out what blocks it, or wait longer with --timeout.'].join('\n'),
  });

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
