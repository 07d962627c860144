import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { type Answer, type Call, call } from '../../support/http.ts';
import type { Endpoint } from '../../support/server.ts';

/** The answer to a controller's request; undefined where the server is in trouble or gone. */
export async function send(endpoint: Endpoint, request: Call): Promise<Answer | undefined> {
  try {
    const answer = await call(endpoint, request);
    return answer.status === 429 || answer.status >= 500 ? undefined : answer;
  } catch (error) {
    if (error instanceof Error && ('code' in error || error.name === 'AbortError')) return undefined;
    throw error;
  }
}

/** The items of a collection; undefined where they can't be had just now. */
export async function list<T extends KubeObject>(endpoint: Endpoint, path: string): Promise<T[] | undefined> {
  const answer = await send(endpoint, { path });
  return answer?.status === 200 ? answer.json.items : undefined;
}

/** The object at `path`, or null where there is none; undefined where that can't be told just now. */
export async function read<T extends KubeObject>(
  endpoint: Endpoint,
  path: string,
): Promise<T | null | undefined> {
  const answer = await send(endpoint, { path });
  if (answer?.status === 404) return null;
  return answer?.status === 200 ? answer.json : undefined;
}
