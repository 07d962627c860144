import { failuresIn } from '../../alerts/notify-log.ts';
import type { KubeClient } from '../../kube/api/types.ts';
import { COMPONENTS } from '../../objects/components.ts';
import { reasonOf } from '../block/collections.ts';
import { readPodLog } from '../pod-log.ts';

/**
 * Why attempts to notify receivers failed in the last seconds, from the logs of these pods; or why those could not be read.
 * Needs `get` on `pods/log`.
 */
export async function readFailures(
  client: KubeClient,
  { namespace, pods }: { namespace: string; pods: readonly string[] },
  { receivers, seconds }: { receivers: ReadonlySet<string>; seconds: number },
): Promise<{ failures: { receiver: string; reason: string }[]; unread: string[] }> {
  const { container } = COMPONENTS.alerts;
  const query = { sinceSeconds: String(Math.ceil(seconds)) };
  const failures = new Map<string, { receiver: string; reason: string }>();
  const unread: string[] = [];
  await Promise.all(
    pods.map(async (pod) => {
      try {
        const text = await readPodLog(client, { namespace, pod, container }, query);
        for (const failure of failuresIn(text, receivers)) failures.set(JSON.stringify(failure), failure);
      } catch (error) {
        unread.push(`${pod}: ${reasonOf(error)}`);
      }
    }),
  );
  return { failures: [...failures.values()], unread };
}
