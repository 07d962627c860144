import { CommandError } from '../../../lib/errors.ts';
import { type Collection, changed } from '../../../lib/kube/changes.ts';
import { isPassing } from '../../../lib/kube/errors.ts';
import { type Observed, withObjects } from '../../../lib/volumes/observed.ts';
import { type Access, whole } from './access.ts';
import { readObjects } from './read.ts';
import type { Run } from './report.ts';
import { waitingFor } from './waiting.ts';

/** Looks at a cluster again and again while others do their part. */
export interface LookingOn {
  /** Begins to wait at a step: from here its time counts. */
  begin(title: string): void;
  read(observed: Observed): Promise<Observed>;
  /** Reads everything again as soon as something has changed. */
  next(observed: Observed): Promise<Observed>;
}

export function lookingOn(
  access: Access,
  { session: { client, warn }, host: { interrupted }, timeout, wish }: Run,
  /** Takes what is being waited for, each text once. */
  note: (text: string) => void,
): LookingOn {
  let collections: Collection[] = access.collections;
  let waiting: { title: string; deadline: AbortSignal } | undefined;
  const told = new Set<string>();
  const { component, instance } = access.observed;
  const look = {
    component,
    namespace: instance.namespace,
    name: instance.name,
    mode: collections.some(({ path }) => path.endsWith('/volumeattachments')) ? 'documented' : 'online',
  } as const;
  const read = async (observed: Observed, signal: AbortSignal = interrupted): Promise<Observed> => {
    const reading = await readObjects(client, look, signal);
    collections = reading.collections;
    return withObjects(observed, whole(reading, look));
  };
  return {
    begin(title) {
      if (waiting?.title === title) return;
      waiting = { title, deadline: AbortSignal.timeout(timeout) };
      told.clear();
    },
    read: (observed) => read(observed),
    async next(observed) {
      const { title, deadline } = waiting ?? { title: '', deadline: AbortSignal.timeout(timeout) };
      const signal = AbortSignal.any([interrupted, deadline]);
      for (;;) {
        try {
          await changed(client, collections, signal);
          const seen = await read(observed, signal);
          for (const text of waitingFor(seen, wish)) {
            if (!told.has(text)) note(text);
            told.add(text);
          }
          return seen;
        } catch (error) {
          if (interrupted.aborted) throw interruption(interrupted, error);
          if (deadline.aborted) throw timedOut(title, timeout, waitingFor(observed, wish));
          if (!isPassing(error)) throw error;
          warn(`${(error as CommandError).message.replace(/^error: /, '')}: asking again`);
        }
      }
    },
  };
}

const interruption = (interrupted: AbortSignal, error: unknown): unknown =>
  interrupted.reason instanceof CommandError ? interrupted.reason : error;

const timedOut = (title: string, timeout: number, texts: string[]): CommandError =>
  new CommandError('timeout', `error: timed out at "${title}" after ${timeout / 1000}s`, {
    mend: [...texts, 'See what holds it up; --timeout waits longer.'].join('\n'),
  });
