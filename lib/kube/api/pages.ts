import { CommandError } from '../../words/errors.ts';
import type { KubeClient, KubeList, KubeObject, KubeRequest } from './types.ts';

/** The objects of a collection, some at a time as they arrive, so that no reader has to hold them all at once. */
export async function* pagesOf<T extends KubeObject>(
  client: KubeClient,
  request: Omit<KubeRequest, 'method'>,
  signal?: AbortSignal,
): AsyncGenerator<T[]> {
  for await (const { items } of listOf<T>(client, request, signal)) yield items;
}

/** All objects of a collection together, for what can't judge one without the others. */
export async function allOf<T extends KubeObject>(
  client: KubeClient,
  request: Omit<KubeRequest, 'method'>,
): Promise<T[]> {
  const all: T[] = [];
  for await (const items of pagesOf<T>(client, request)) all.push(...items);
  return all;
}

/** How many pages a list may come in: nothing of one is held while the next is asked for. */
const PAGES = 1_000;

/**
 * The objects of a collection with what the list says of itself; its last part has the list's resourceVersion. It is asked for as a whole: an API
 * server has it in its watch cache, while it reads each page but the first from etcd, which takes four times as long. One that
 * gives it in pages all the same is asked for the next.
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
    hint: "Check that the kubeconfig's server, and any proxy in front of it, is the Kubernetes API.",
  });
}
