import type { InstantQuery, RangeQuery, Sample, Series } from '../../metrics/query.ts';

/** A Prometheus that can be queried. Failures are `CommandError`s. */
export interface MetricsSource {
  /** How it is reached, in words: `pod prometheus-k8s-0 through the API server`. */
  via: string;
  vector(query: InstantQuery): Promise<Sample[]>;
  matrix(query: RangeQuery): Promise<Series[]>;
  close(): Promise<void>;
}
