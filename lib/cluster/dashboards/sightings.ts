import type { RunningSidecar } from '../../dashboards/standing/running.ts';
import type { PodLog } from '../../dashboards/standing/sighting.ts';
import type { Session } from '../session.ts';
import { readSidecarLog } from './read-log.ts';
import { readPods } from './read-sidecars.ts';

/**
 * The logs of these sidecars in their ready pods, for `sightingsIn`.
 *
 * @throws {CommandError} if their pods cannot be listed.
 */
export async function readSidecarLogs(
  { client }: Pick<Session, 'client'>,
  sidecars: readonly RunningSidecar[],
): Promise<Map<RunningSidecar, PodLog[]>> {
  const read = sidecars.map(async (sidecar): Promise<[RunningSidecar, PodLog[]]> => {
    // What could not be listed before is not asked for again.
    const pods = sidecar.pods ? (await readPods(client, sidecar)).filter(({ isReady }) => isReady) : [];
    const logs = pods.map(async ({ name: pod }) => ({
      pod,
      log: await readSidecarLog(client, sidecar, pod),
    }));
    return [sidecar, await Promise.all(logs)];
  });
  return new Map(await Promise.all(read));
}
