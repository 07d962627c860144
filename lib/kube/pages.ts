import type { KubeClient, KubeList, KubeObject, KubeRequest } from './types.ts';

/** How many objects one answer of the server holds. */
const PAGE = 500;

/** The objects of a collection, page by page, so that no answer and no reader has to hold them all at once. */
export async function* pagesOf<T extends KubeObject>(
  client: KubeClient,
  request: Omit<KubeRequest, 'method'>,
  signal?: AbortSignal,
): AsyncGenerator<T[]> {
  let from: string | undefined;
  do {
    const query = { limit: String(PAGE), ...request.query, ...(from && { continue: from }) };
    const page: KubeList<T> = await client.send({ ...request, method: 'GET', query }, signal);
    yield page.items;
    from = page.metadata.continue;
  } while (from);
}
