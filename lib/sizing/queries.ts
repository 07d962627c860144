import { type InstantQuery, quotedValue, type Sample } from '../metrics/query.ts';

/** What is asked of a Prometheus: how much pods use, and what it measures of itself. All are a value a pod. */
export type Measure = 'cpu' | 'memory' | 'samples' | 'wal' | 'series' | 'resident';

interface Question {
  /** What it is called in a sentence. */
  title: string;
  /** The series that it is made from. */
  metric: string;
  /** Why there may be none of them. */
  absence: string;
  query(matchers: string): string;
}

const NO_CADVISOR = 'the cAdvisor metrics of the kubelets are not scraped, or are dropped';
const NO_SELF = 'the queried Prometheus does not scrape it: its ServiceMonitor is missing or not selected';

/**
 * A container's series may be there twice, from two endpoints of a kubelet or from before and after a restart: the larger counts.
 * Rows of a whole pod have no container, rows of its pause container are of none that anybody sizes.
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
    // Newer releases count floats and histograms apart.
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
    // The config reloader in the same pod has this metric, too, and no series.
    query: (matchers) =>
      `max by (pod) (process_resident_memory_bytes{${matchers}} and on (pod, job, instance) prometheus_tsdb_head_series{${matchers}})`,
  },
};

/** Everything that is measured, in the order in which it is spoken of. */
export const MEASURES = Object.keys(QUESTIONS) as Measure[];

/** Everything that one run asks about the pods of a namespace. */
export function sizingQueries(namespace: string, at: Date): Record<Measure, InstantQuery> {
  const matchers = `namespace=${quotedValue(namespace)}`;
  const queries = MEASURES.map((measure) => [measure, { query: QUESTIONS[measure].query(matchers), at }]);
  return Object.fromEntries(queries) as Record<Measure, InstantQuery>;
}

/** What a Prometheus answered to `sizingQueries`. What it could not be asked is undefined. */
export type Answers = Partial<Record<Measure, Sample[]>>;

/** The values of a measure by pod. */
export const byPod = (samples: readonly Sample[] | undefined): Map<string, number> =>
  new Map((samples ?? []).map(({ labels, value }) => [labels.pod ?? '', value]));
