import { expect } from '../scenarios/requests.ts';
import { watch } from './http.ts';
import { PATIENCE } from './patience.ts';
import type { Endpoint } from './server.ts';

/**
 * Follows the object at `path` by a watch until it is as wanted; undefined stands for an object that is not there.
 *
 * @returns the object as it was then.
 * @throws where it never is, with the last state that was seen.
 */
export async function waitForObject(
  endpoint: Endpoint,
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server has
  wanted: (object: any) => boolean,
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server has
): Promise<any> {
  const [, collection = '', name = ''] = /^(.+)\/([^/]+)$/.exec(path) ?? [];
  const selected = `${collection}?fieldSelector=metadata.name%3D${name}`;
  const stopping = AbortSignal.timeout(PATIENCE);
  let last: unknown;
  try {
    // A server may end a watch at any time: then the object is read again.
    for (;;) {
      const { items, metadata } = (await expect(endpoint, { path: selected, signal: stopping }, 200)).json;
      last = items[0];
      if (wanted(last)) return last;
      const from = `${selected}&watch=1&resourceVersion=${metadata.resourceVersion}`;
      for await (const { type, object } of watch(endpoint, from, stopping)) {
        if (type === 'ERROR') break;
        last = type === 'DELETED' ? undefined : object;
        if (wanted(last)) return last;
      }
    }
  } catch (error) {
    if (!stopping.aborted) throw error;
    throw new Error(`${path} was not as wanted within ${PATIENCE} ms: ${JSON.stringify(last, telling)}`, {
      cause: error,
    });
  }
}

/** Removes long parts that do not explain why an object is not as wanted. */
const telling = (key: string, value: unknown): unknown =>
  key === 'managedFields' || key === 'template' ? undefined : value;
