import { daysToFull, growthOf, type Use, type VolumeMetrics } from '../../capacity/outlook.ts';
import { historyQuery, USUAL_WINDOW, useQuery } from '../../capacity/queries.ts';
import type { Sample } from '../../metrics/query.ts';
import type { Retention } from '../../objects/retention.ts';
import type { MetricsSource } from './source.ts';

export interface Volumes {
  namespace: string;
  claims: readonly string[];
  now: Date;
  /** Days up to now over which growth is measured; default: 14. */
  over?: number;
  /** Retention by claim name: it may end growth before the volume is full. */
  retention?: Readonly<Record<string, Retention>>;
}

/** Use and growth of each claim, in the given order, by two queries. */
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

/** A file system reserves a part for root: the usable capacity is used plus available. */
function useOf(samples: readonly Sample[], claim: string): Use | undefined {
  const bytes = (what: string): number | undefined =>
    samples.find(
      ({ labels }) =>
        labels.__name__ === `kubelet_volume_stats_${what}_bytes` && labels.persistentvolumeclaim === claim,
    )?.value;
  const [used, capacity, available] = [bytes('used'), bytes('capacity'), bytes('available')];
  // Kubelets report 0 if a driver does not know the size of a volume.
  if (used === undefined || capacity === undefined || capacity < 1) return undefined;
  return { used, capacity: available === undefined ? capacity : Math.min(capacity, used + available) };
}
