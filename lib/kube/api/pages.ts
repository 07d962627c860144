import { CommandError } from '../../words/errors.ts';
import { NO_API } from '../http/answer-to.ts';
import type { KubeClient, KubeList, KubeObject, KubeRequest } from './types.ts';

/** The objects of a collection in batches, as they arrive, so that no reader holds all of them. */
export async function* pagesOf<T extends KubeObject>(
  client: KubeClient,
  request: Omit<KubeRequest, 'method'>,
  signal?: AbortSignal,
): AsyncGenerator<T[]> {
  for await (const { items } of listOf<T>(client, request, signal)) yield items;
}

/** All objects of a collection, for decisions that need all of them. */
export async function allOf<T extends KubeObject>(
  client: KubeClient,
  request: Omit<KubeRequest, 'method'>,
): Promise<T[]> {
  const all: T[] = [];
  for await (const items of pagesOf<T>(client, request)) all.push(...items);
  return all;
}

/** The limit of pages of one list. None is held while the next is requested. */
const PAGES = 1_000;

/**
 * The objects of a collection with the list's metadata; its last part has the list's resourceVersion. The list is requested as a
 * whole: an API server serves it from its watch cache, but reads every page after the first from etcd, which takes four times as
 * long. If a server pages anyway, the next page is requested.
 */
export async function* listOf<T extends KubeObject>(
  client: KubeClient,
  request: Omit<KubeRequest, 'method'>,
  signal?: AbortSignal,
): AsyncGenerator<KubeList<T>> {
  let from: string | undefined;
  for (let page = 1; page <= PAGES; page += 1) {
    const query = { ...request.query, ...(from && { continue: from }) };
    for await (const part of client.list<T>({ ...request, method: 'GET', query }, signal)) {
      from = part.metadata.continue;
      yield part;
    }
    if (!from) return;
  }
  throw new CommandError('api', `error: the list of ${request.path} has no end`, {
    hint: NO_API,
  });
}
