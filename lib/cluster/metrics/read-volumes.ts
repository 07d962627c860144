import { daysToFull, growthOf, type Use, type VolumeMetrics } from '../../capacity/outlook.ts';
import { historyQuery, USUAL_WINDOW, useQuery } from '../../capacity/queries.ts';
import type { Sample } from '../../metrics/query.ts';
import type { Retention } from '../../objects/retention.ts';
import type { MetricsSource } from './source.ts';

/** Which volumes are asked for. */
export interface Volumes {
  namespace: string;
  claims: readonly string[];
  now: Date;
  /** Days up to now that growth is measured over; 14 when absent. */
  over?: number;
  /** What deletes data of a claim, by its name: it may end growth before the volume is full. */
  retention?: Readonly<Record<string, Retention>>;
}

/** Use and growth of each of these claims, in their order, as a Prometheus has them, by two queries. */
export async function readVolumes(
  source: MetricsSource,
  { namespace, claims, now, over = USUAL_WINDOW, retention = {} }: Volumes,
): Promise<VolumeMetrics[]> {
  const [samples, series] = await Promise.all([
    source.vector(useQuery(namespace, now)),
    source.matrix(historyQuery(namespace, { now, over })),
  ]);
  return claims.map((claim) => {
    const use = useOf(samples, claim);
    const points = series.find(({ labels }) => labels.persistentvolumeclaim === claim)?.points ?? [];
    const growth = growthOf(points);
    return {
      namespace,
      claim,
      use,
      growth,
      daysToFull: use && growth && daysToFull(use, growth, retention[claim]),
      points,
    };
  });
}

/** A file system keeps a part for root: what others can fill is what they use and what is available to them. */
function useOf(samples: readonly Sample[], claim: string): Use | undefined {
  const bytes = (what: string): number | undefined =>
    samples.find(
      ({ labels }) =>
        labels.__name__ === `kubelet_volume_stats_${what}_bytes` && labels.persistentvolumeclaim === claim,
    )?.value;
  const [used, capacity, available] = [bytes('used'), bytes('capacity'), bytes('available')];
  // Where a driver can't tell how large a volume is, kubelets say 0.
  if (used === undefined || capacity === undefined || capacity < 1) return undefined;
  return { used, capacity: available === undefined ? capacity : Math.min(capacity, used + available) };
}
