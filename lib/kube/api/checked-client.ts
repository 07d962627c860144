import { notAnApiServer } from '../http/unreachable.ts';
import { readAnswer, readEvent } from './answer-shape.ts';
import { held, versioned } from './held-write.ts';
import type { KubeClient, KubeList, KubeRequest, WatchEvent } from './types.ts';

/**
 * A client whose answers have their types: what another server, or a broken one, says in place of the API's objects is an
 * error that names the part, before anything is decided on it. No write goes without the version that it was decided on, and
 * what admission makes of one is an error too.
 *
 * @param server its address, for messages.
 */
export const checked = (client: KubeClient, server: string): KubeClient => ({
  ...client,
  async send<T>(request: KubeRequest, signal?: AbortSignal): Promise<T> {
    const answer = await client.send<object>(versioned(request), signal);
    return held(
      request,
      sure(request, server, () => readAnswer<T>(answer, request)),
    );
  },
  async *list<T>(request: KubeRequest, signal?: AbortSignal): AsyncGenerator<KubeList<T>> {
    for await (const part of client.list<object>(request, signal))
      yield sure(request, server, () => readAnswer<KubeList<T>>(part, request));
  },
  async *watch<T>(request: KubeRequest, signal?: AbortSignal): AsyncGenerator<WatchEvent<T>> {
    for await (const event of client.watch<object>(request, signal))
      yield sure(request, server, () => readEvent<WatchEvent<T>>(event));
  },
});

function sure<T>({ method, path }: KubeRequest, server: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const found = `an object that is none of the API (${(cause as Error).message})`;
    throw notAnApiServer({ server, request: `${method} ${path}` }, found, cause);
  }
}
