import type { Retention } from '../../objects/retention.ts';
import type { InstanceState, Unread, VolumeState } from '../../status/block.ts';
import { openMetrics } from '../metrics/open.ts';
import type { MetricsAsker } from '../metrics/pod.ts';
import { readVolumes } from '../metrics/read-volumes.ts';
import { readOrNote } from './collections.ts';

/** Adds metrics to the volumes; a Prometheus that cannot be queried is noted in `unread`. */
export async function withMetrics(
  asker: MetricsAsker,
  {
    volumes,
    instances,
    now,
  }: { volumes: readonly VolumeState[]; instances: readonly InstanceState[]; now: Date },
  unread: Unread[],
): Promise<VolumeState[]> {
  const servers = instances.filter(({ component }) => component === 'metrics');
  const found = await Promise.all(
    [...new Set(volumes.map(({ namespace }) => namespace))].map(async (namespace) => {
      const own = volumes.filter((volume) => volume.namespace === namespace);
      // A UI in a namespace of its own is measured by the Prometheus of the block.
      const asked = servers.some((server) => server.namespace === namespace)
        ? namespace
        : servers[0]?.namespace;
      const metrics = await readOrNote({ what: 'metrics', namespace }, unread, async () => {
        const source = await openMetrics(asker, asked ?? namespace);
        try {
          const claims = own.map(({ claim }) => claim.name);
          return await readVolumes(source, {
            namespace,
            claims,
            now,
            retention: retentionOf(own, instances),
          });
        } finally {
          await source.close();
        }
      });
      return own.map((volume, index) => ({ ...volume, metrics: metrics?.[index] }));
    }),
  );
  return found.flat();
}

/** Retention by claim name. */
const retentionOf = (
  volumes: readonly VolumeState[],
  instances: readonly InstanceState[],
): Record<string, Retention> =>
  Object.fromEntries(
    volumes.flatMap(({ claim, namespace, owner }) => {
      const instance = instances.find(
        (one) => one.kind === owner.kind && one.name === owner.name && one.namespace === namespace,
      );
      return instance ? [[claim.name, instance.retention]] : [];
    }),
  );
