import type { Sidecar } from '../../dashboards/standing/sidecar.ts';
import { type LogLine, linesOf } from '../../dashboards/standing/sidecar-log.ts';
import type { KubeClient } from '../../kube/api/types.ts';
import { reasonOf } from '../block/collections.ts';
import { readPodLog } from '../pod-log.ts';

/** The end of the log of a sidecar in a pod, or why it cannot be read. Needs `get` on `pods/log`. */
export async function readSidecarLog(
  client: KubeClient,
  { workload: { namespace }, container }: Sidecar,
  pod: string,
): Promise<{ lines: LogLine[] } | { unread: string }> {
  try {
    const text = await readPodLog(client, { namespace, pod, container }, { timestamps: 'true' });
    return { lines: linesOf(text) };
  } catch (error) {
    return { unread: reasonOf(error) };
  }
}
