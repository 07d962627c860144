import { type InstantQuery, quotedValue, type Sample } from '../metrics/query.ts';

/** Values per pod: the use of pods, and what a Prometheus measures of itself. */
export type Measure = 'cpu' | 'memory' | 'samples' | 'wal' | 'series' | 'resident';

interface Question {
  /** Its name in a sentence. */
  title: string;
  /** The metric that it is computed from. */
  metric: string;
  /** Why the metric may be missing. */
  absence: string;
  query(matchers: string): string;
}

const NO_CADVISOR = 'the cAdvisor metrics of the kubelets are not scraped, or are dropped';
const NO_SELF = 'the queried Prometheus does not scrape it: its ServiceMonitor is missing or not selected';

/**
 * A container may have two series, from two endpoints of a kubelet or from before and after a restart: the larger counts. Series
 * of whole pods (no container) and of pause containers are excluded.
 */
const ofPods = (series: string): string => `sum by (pod) (max by (pod, container) (${series}))`;
const CONTAINERS = 'container!="",container!="POD"';

export const QUESTIONS: Record<Measure, Question> = {
  cpu: {
    title: 'measured CPU',
    metric: 'container_cpu_usage_seconds_total',
    absence: NO_CADVISOR,
    query: (matchers) => ofPods(`rate(container_cpu_usage_seconds_total{${matchers},${CONTAINERS}}[5m])`),
  },
  memory: {
    title: 'measured memory',
    metric: 'container_memory_working_set_bytes',
    absence: NO_CADVISOR,
    query: (matchers) => ofPods(`container_memory_working_set_bytes{${matchers},${CONTAINERS}}`),
  },
  samples: {
    title: 'samples per second',
    metric: 'prometheus_tsdb_head_samples_appended_total',
    absence: NO_SELF,
    // Newer releases count floats and histograms separately.
    query: (matchers) =>
      `max by (pod) (sum by (pod, job, instance) (rate(prometheus_tsdb_head_samples_appended_total{${matchers}}[1h])))`,
  },
  wal: {
    title: 'WAL size',
    metric: 'prometheus_tsdb_wal_storage_size_bytes',
    absence: 'older releases of Prometheus do not have it',
    query: (matchers) => `max by (pod) (prometheus_tsdb_wal_storage_size_bytes{${matchers}})`,
  },
  series: {
    title: 'number of series',
    metric: 'prometheus_tsdb_head_series',
    absence: NO_SELF,
    query: (matchers) => `max by (pod) (prometheus_tsdb_head_series{${matchers}})`,
  },
  resident: {
    title: 'resident memory',
    metric: 'process_resident_memory_bytes',
    absence: NO_SELF,
    // The config reloader in the same pod has this metric, too, but no series.
    query: (matchers) =>
      `max by (pod) (process_resident_memory_bytes{${matchers}} and on (pod, job, instance) prometheus_tsdb_head_series{${matchers}})`,
  },
};

/** All measures, in the order of the output. */
export const MEASURES = Object.keys(QUESTIONS) as Measure[];

/** All queries about the pods of a namespace. */
export function sizingQueries(namespace: string, at: Date): Record<Measure, InstantQuery> {
  const matchers = `namespace=${quotedValue(namespace)}`;
  const queries = MEASURES.map((measure) => [measure, { query: QUESTIONS[measure].query(matchers), at }]);
  return Object.fromEntries(queries) as Record<Measure, InstantQuery>;
}

/** The answers to `sizingQueries`; undefined for a query that failed. */
export type Answers = Partial<Record<Measure, Sample[]>>;

export const byPod = (samples: readonly Sample[] | undefined): Map<string, number> =>
  new Map((samples ?? []).map(({ labels, value }) => [labels.pod ?? '', value]));
