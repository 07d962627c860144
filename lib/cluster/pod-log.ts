import { refusalOf } from '../kube/api/errors.ts';
import { pathPart } from '../kube/api/object-name.ts';
import type { KubeClient } from '../kube/api/types.ts';
import { CommandError } from '../words/errors.ts';

/** The most of a log that is read, in bytes. */
const LIMIT = 4 * 1024 * 1024;

/** The most lines of a log that are read: the last ones, and fewer where these are too long, as what is cut is their end. */
const LOG_LINES = [5_000, 500, 50, 5];

/**
 * The end of the log of a container. Needs `get` on `pods/log`.
 *
 * @param query further parameters: `sinceSeconds`, `timestamps`.
 * @throws {CommandError} if it cannot be read, or its last lines are too long.
 */
export async function readPodLog(
  client: KubeClient,
  { namespace, pod, container }: { namespace: string; pod: string; container: string },
  query: Record<string, string> = {},
): Promise<string> {
  for (const tailLines of LOG_LINES.map(String)) {
    const parameters = new URLSearchParams({ container, tailLines, ...query });
    const path = `/api/v1/namespaces/${pathPart(namespace)}/pods/${pathPart(pod)}/log?${parameters}`;
    const { status, body } = await client.ask({ method: 'GET', path, limit: LIMIT });
    if (status !== 200) throw refusalOf(status, body);
    if (Buffer.byteLength(body) < LIMIT) return body;
  }
  throw new CommandError('api', 'error: its last lines are longer than 4 MiB');
}
