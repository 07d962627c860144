import { watch } from './http.ts';
import { PATIENCE } from './patience.ts';
import type { Endpoint } from './server.ts';

/**
 * Every version of an object of this collection that a watch shows after the one at hand, the last being the first that is as wanted.
 *
 * @throws where none ever is.
 */
export async function historyAfter<T extends { metadata: { name: string; resourceVersion?: string } }>(
  endpoint: Endpoint,
  collection: string,
  { metadata: { name, resourceVersion } }: T,
  wanted: (object: T) => boolean,
): Promise<T[]> {
  const query = `watch=1&fieldSelector=metadata.name%3D${name}&resourceVersion=${resourceVersion}`;
  const versions: T[] = [];
  for await (const { object } of watch(endpoint, `${collection}?${query}`, AbortSignal.timeout(PATIENCE))) {
    versions.push(object);
    if (wanted(object)) break;
  }
  return versions;
}
