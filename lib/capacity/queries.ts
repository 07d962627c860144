import { type InstantQuery, quotedValue, type RangeQuery } from '../metrics/query.ts';

/** The time that growth is measured over. */
export interface Window {
  now: Date;
  /** Days up to now. */
  over: number;
}

/** Over how many days growth is measured where nobody says. */
export const USUAL_WINDOW = 14;

/**
 * Use, capacity and what is available of every claim of a namespace, in bytes, as the kubelets measure it: one answer, told
 * apart by `__name__`. A claim that pods on several nodes use is measured by each of them.
 */
export const useQuery = (namespace: string, now: Date): InstantQuery => ({
  query: `max by (__name__, persistentvolumeclaim) ({__name__=~"kubelet_volume_stats_(used|capacity|available)_bytes",namespace=${quotedValue(namespace)}})`,
  at: now,
});

/** The use of every claim of a namespace over that time, at whole multiples of the step. */
export function historyQuery(namespace: string, { now, over }: Window): RangeQuery {
  const step = stepFor(over);
  const last = Math.floor(now.getTime() / 1000 / step) * step;
  return {
    query: `max by (persistentvolumeclaim) (kubelet_volume_stats_used_bytes{namespace=${quotedValue(namespace)}})`,
    from: new Date((last - Math.ceil((over * DAY) / step) * step) * 1000),
    to: new Date(last * 1000),
    step,
  };
}

/** In which namespaces there are claims with metrics; `exported_namespace` where the scrape has overwritten that label. */
export const presenceQuery = (now: Date): InstantQuery => ({
  query: 'count by (namespace, exported_namespace) (kubelet_volume_stats_used_bytes)',
  at: now,
});

/** How many kubelets are scraped: a count for `up="1"`, and one for `up="0"` of those whose scrape fails. */
export const kubeletsQuery = (now: Date): InstantQuery => ({
  query: 'count_values("up", up{metrics_path="/metrics",job=~".*kubelet.*"})',
  at: now,
});

/** Which claims of a namespace pods name, as the cluster-state metrics tell; no samples where those are not there. */
export const mountsQuery = (namespace: string, now: Date): InstantQuery => ({
  query: `count by (persistentvolumeclaim) (kube_pod_spec_volumes_persistentvolumeclaims_info{namespace=${quotedValue(namespace)}})`,
  at: now,
});

/** Every query that is sent about the volumes of a namespace: the first of each kind always, the others where something is missing. */
export const capacityQueries = (
  namespace: string,
  window: Window,
): { instant: InstantQuery[]; range: RangeQuery[] } => ({
  instant: [
    useQuery(namespace, window.now),
    presenceQuery(window.now),
    kubeletsQuery(window.now),
    mountsQuery(namespace, window.now),
  ],
  range: [historyQuery(namespace, window)],
});

/** Seconds of a day. */
const DAY = 86_400;

/** Enough for a slope and for every column of a wide terminal. */
const MOST_POINTS = 300;

/** Seconds between two points. Of those around two hours, in which Prometheus compacts, none alone is taken for long times. */
const STEPS = [60, 120, 300, 600, 900, 1_800, 3_600, 5_400, 10_800, 21_600, 43_200, DAY];

/** The least step that keeps to the number of points. */
function stepFor(over: number): number {
  const least = (over * DAY) / MOST_POINTS;
  return STEPS.find((step) => step >= least) ?? Math.ceil(least / DAY) * DAY;
}
