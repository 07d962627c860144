import { type InstantQuery, quotedValue, type RangeQuery, type Sample } from '../metrics/query.ts';
import { DAY } from '../objects/retention.ts';

export interface Window {
  now: Date;
  /** Days up to now. */
  over: number;
}

/** Default days over which growth is measured. */
export const USUAL_WINDOW = 14;

/**
 * Used, total and available bytes of every claim in a namespace, as the kubelets measure them, distinguished by `__name__`. If
 * pods on several nodes use a claim, each node measures it.
 */
export const useQuery = (namespace: string, now: Date): InstantQuery => ({
  query: `max by (__name__, persistentvolumeclaim) ({__name__=~"kubelet_volume_stats_(used|capacity|available)_bytes",namespace=${quotedValue(namespace)}})`,
  at: now,
});

/** The use of every claim in a namespace over a window, at multiples of the step. */
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

/** The namespaces with volume metrics; `exported_namespace` if the scrape overwrote the label. */
export const presenceQuery = (now: Date): InstantQuery => ({
  query: 'count by (namespace, exported_namespace) (kubelet_volume_stats_used_bytes)',
  at: now,
});

/** The number of kubelets with a successful (`up="1"`) and a failing (`up="0"`) scrape. */
export const kubeletsQuery = (now: Date): InstantQuery => ({
  query: 'count_values("up", up{metrics_path="/metrics",job=~".*kubelet.*"})',
  at: now,
});

/** The claims that pods in a namespace mount, from the cluster-state metrics; no samples without those. */
export const mountsQuery = (namespace: string, now: Date): InstantQuery => ({
  query: `count by (persistentvolumeclaim) (kube_pod_spec_volumes_persistentvolumeclaims_info{namespace=${quotedValue(namespace)}})`,
  at: now,
});

/** Enough for a slope and for every column of a wide terminal. */
const MOST_POINTS = 300;

/** Seconds between two points. Two hours are left out: that is the interval of Prometheus' compaction. */
const STEPS = [60, 120, 300, 600, 900, 1_800, 3_600, 5_400, 10_800, 21_600, 43_200, DAY];

/** The smallest step that stays below the maximum number of points. */
function stepFor(over: number): number {
  const least = (over * DAY) / MOST_POINTS;
  return STEPS.find((step) => step >= least) ?? Math.ceil(least / DAY) * DAY;
}

/** What a Prometheus knows about volumes without use metrics: answers to the queries of the same name. */
export interface Traces {
  presence: readonly Sample[];
  kubelets: readonly Sample[];
  mounts: readonly Sample[];
}

/** Why some claims have no metrics, and what to do. */
export interface Missing {
  claims: string[];
  /** A part of a sentence: `the kubelets are not scraped`. */
  reason: string;
  hint: string;
  /** What shows more of the claim: the words of a kubectl command in its namespace. */
  next?: string[];
}

interface Unmeasured {
  name: string;
  /** Whether it was measured within the window. */
  once: boolean;
  /** Whether it belongs to a replica that was scaled down. */
  orphaned: boolean;
}

/** Explains why claims have no metrics, grouped by reason. */
export function explainMissing(namespace: string, claims: readonly Unmeasured[], traces: Traces): Missing[] {
  const reasons = claims.map((claim) => ({
    name: claim.name,
    ...(commonReason(namespace, traces) ?? ownReason(claim, traces)),
  }));
  return [...Map.groupBy(reasons, ({ reason }) => reason)].map(([reason, same]) => ({
    claims: same.map(({ name }) => name),
    reason,
    hint: same[0]?.hint ?? '',
    ...(same[0]?.next && { next: same[0].next }),
  }));
}

/** A reason that affects every claim in the namespace. */
function commonReason(
  namespace: string,
  { presence, kubelets }: Traces,
): Omit<Missing, 'claims'> | undefined {
  if (presence.some(({ labels }) => labels.exported_namespace === namespace))
    return {
      reason: 'the label "namespace" of the volume metrics is that of the scrape, not of the claims',
      hint: 'Set honorLabels: true in the ServiceMonitor of the kubelets (under "kubelet" in the chart\'s values).',
    };
  if (presence.length > 0) return undefined;
  const { up, down } = scraped(kubelets);
  if (up + down === 0)
    return {
      reason: 'this Prometheus does not scrape the kubelets, which measure volumes',
      hint: 'Set kubelet.enabled: true in the chart\'s values, or add a ServiceMonitor for the port "https-metrics" of the kubelets\' Service, with its path "/metrics".',
    };
  if (up === 0)
    return {
      reason: `the scrape of every kubelet fails (${down} of ${down})`,
      hint: 'See the cause on the page /targets of Prometheus. It needs the right "get" on nodes/metrics.',
    };
  return {
    reason: 'the kubelets are scraped, but the metric "kubelet_volume_stats_used_bytes" is missing',
    hint: 'Check that no metricRelabelings of their ServiceMonitor drop it. Storage drivers without volume statistics and hostPath volumes have none.',
  };
}

function ownReason(
  { name, once, orphaned }: Unmeasured,
  { kubelets, mounts }: Traces,
): Omit<Missing, 'claims'> {
  const { up, down } = scraped(kubelets);
  const next = ['kubectl', 'describe', 'pvc', name];
  if (orphaned)
    return {
      reason: 'its replica was scaled down, and a volume is measured only while a pod uses it',
      hint: 'No action is needed while no pod uses it.',
    };
  const known = mounts.length > 0;
  if (known && mounts.every(({ labels }) => labels.persistentvolumeclaim !== name))
    return {
      reason: 'no pod uses it, and a volume is measured only while one does',
      hint: 'Find out why its pod is missing.',
      next,
    };
  if (down > 0)
    return {
      reason: `${down} of ${up + down} kubelets cannot be scraped, possibly the one on its node`,
      hint: 'See the cause on the page /targets of Prometheus.',
    };
  if (once)
    return {
      reason: 'it was measured until its pod or its node went away',
      hint: "Check that its pod runs, and that its node's kubelet is scraped.",
    };
  return {
    reason: known
      ? 'its storage driver reports no volume statistics to the kubelet'
      : 'no running pod uses it, or its storage driver reports no volume statistics to the kubelet',
    hint: 'A driver reports them with the CSI capability GET_VOLUME_STATS; hostPath volumes have none. Run df in its pod to see how full the volume is.',
    next,
  };
}

function scraped(kubelets: readonly Sample[]): { up: number; down: number } {
  const count = (wanted: string): number =>
    kubelets.filter(({ labels }) => labels.up === wanted).reduce((sum, { value }) => sum + value, 0);
  return { up: count('1'), down: count('0') };
}
