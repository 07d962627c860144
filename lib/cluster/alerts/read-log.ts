import { failuresIn } from '../../alerts/notify-log.ts';
import { refusalOf } from '../../kube/api/errors.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import type { KubeClient } from '../../kube/api/types.ts';
import { COMPONENTS } from '../../objects/components.ts';
import { reasonOf } from '../block/collections.ts';

/** The most of a log that is read, in bytes. */
const LIMIT = 4 * 1024 * 1024;

/**
 * Why attempts to notify receivers failed in the last seconds, from the logs of these pods; or why those could not be read.
 * Needs `get` on `pods/log`.
 */
export async function readFailures(
  client: KubeClient,
  { namespace, pods }: { namespace: string; pods: readonly string[] },
  { receivers, seconds }: { receivers: ReadonlySet<string>; seconds: number },
): Promise<{ failures: { receiver: string; reason: string }[]; unread: string[] }> {
  const query = new URLSearchParams({
    container: COMPONENTS.alerts.container,
    sinceSeconds: String(Math.ceil(seconds)),
    tailLines: '5000',
  });
  const failures = new Map<string, { receiver: string; reason: string }>();
  const unread: string[] = [];
  await Promise.all(
    pods.map(async (pod) => {
      try {
        const path = `/api/v1/namespaces/${pathPart(namespace)}/pods/${pathPart(pod)}/log?${query}`;
        const { status, body } = await client.ask({ method: 'GET', path, limit: LIMIT });
        if (status !== 200) throw refusalOf(status, body);
        for (const failure of failuresIn(body, receivers)) failures.set(JSON.stringify(failure), failure);
      } catch (error) {
        unread.push(`${pod}: ${reasonOf(error)}`);
      }
    }),
  );
  return { failures: [...failures.values()], unread };
}
