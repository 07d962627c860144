import type { InstantQuery, Presence, RangeQuery, Sample, Series } from '../../metrics/query.ts';

/** A Prometheus that can be queried. Failures are `CommandError`s. */
export interface MetricsSource {
  /** How it is reached, in words: `pod prometheus-k8s-0 through the API server`. */
  via: string;
  vector(query: InstantQuery): Promise<Sample[]>;
  matrix(query: RangeQuery): Promise<Series[]>;
  /** What its parser says is wrong with an expression, which it does not evaluate; undefined if nothing. Needs Prometheus 2.42. */
  faultOf(expression: string): Promise<string | undefined>;
  presence(query: RangeQuery): Promise<Presence>;
  /** The `data` of what it answers at a path of its API: `/api/v1/labels`. */
  data(path: string): Promise<unknown>;
  close(): Promise<void>;
}
