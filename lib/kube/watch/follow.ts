import { setTimeout as delay } from 'node:timers/promises';
import type { CommandError } from '../../words/errors.ts';
import { isForbidden, isNotFound, isPassing } from '../api/errors.ts';
import type { KubeClient, KubeObject } from '../api/types.ts';
import { followAll } from './follow-all.ts';

/** How often an object is read where it may not be watched, in milliseconds. */
const POLL_PERIOD = 2_000;

/**
 * One object as it is now and after every change, undefined while it doesn't exist. A lost watch is taken up again
 * where it was, or from the object as it is then; where watching is forbidden, the object is read again and again.
 * It ends when `signal` aborts, and throws only what waiting can't mend.
 *
 * `lost` is told each time that the server can't be asked; it goes on trying.
 *
 * @param path of the object, `/apis/GROUP/VERSION/namespaces/NS/RESOURCE/NAME`.
 */
export async function* follow<T extends KubeObject>(
  client: KubeClient,
  path: string,
  signal: AbortSignal,
  { lost }: { lost?(error: CommandError): void } = {},
): AsyncGenerator<T | undefined> {
  let last: string | undefined;
  try {
    for await (const state of watchThenPoll<T>(client, path, { signal, lost })) {
      // The same state twice (a list after a watch, two polls) is one.
      const version = state ? `${state.metadata.uid}/${state.metadata.resourceVersion}` : 'none';
      if (version !== last) yield state;
      last = version;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

interface Looking {
  signal: AbortSignal;
  lost: ((error: CommandError) => void) | undefined;
}

async function* watchThenPoll<T extends KubeObject>(
  client: KubeClient,
  path: string,
  looking: Looking,
): AsyncGenerator<T | undefined> {
  try {
    yield* watchAlways<T>(client, path, looking);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    yield* poll<T>(client, path, looking);
  }
}

/** One object is a collection of those with its name. */
async function* watchAlways<T extends KubeObject>(
  client: KubeClient,
  path: string,
  looking: Looking,
): AsyncGenerator<T | undefined> {
  const end = path.lastIndexOf('/');
  const query = { fieldSelector: `metadata.name=${decodeURIComponent(path.slice(end + 1))}` };
  let state: T | undefined;
  const following = { ...looking, read: (object: T) => object };
  for await (const changes of followAll(client, { path: path.slice(0, end), query }, following)) {
    for (const { type, item } of changes) state = type === 'DELETED' ? undefined : item;
    yield state;
  }
}

async function* poll<T extends KubeObject>(
  client: KubeClient,
  path: string,
  { signal, lost }: Looking,
): AsyncGenerator<T | undefined> {
  for (let begun = false; ; begun = true) {
    try {
      yield await client.send<T>({ method: 'GET', path }, signal);
    } catch (error) {
      if (isNotFound(error)) yield undefined;
      else if (!begun || !isPassing(error)) throw error;
      else lost?.(error as CommandError);
    }
    await delay(POLL_PERIOD, undefined, { signal });
  }
}
