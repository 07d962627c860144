/** A question for the values at one moment, in PromQL. */
export interface InstantQuery {
  query: string;
  at: Date;
}

/** A question for the values over a time, in PromQL. */
export interface RangeQuery {
  query: string;
  from: Date;
  to: Date;
  /** Seconds between two points; at most 11,000 points a series are given. */
  step: number;
}

/** Where Prometheus answers an instant query, from its root. */
export const instantPath = ({ query, at }: InstantQuery): string =>
  `/api/v1/query?${new URLSearchParams({ query, time: seconds(at) })}`;

/** Where Prometheus answers a range query, from its root. */
export const rangePath = ({ query, from, to, step }: RangeQuery): string =>
  `/api/v1/query_range?${new URLSearchParams({ query, start: seconds(from), end: seconds(to), step: String(step) })}`;

const seconds = (time: Date): string => (time.getTime() / 1000).toFixed(3);

/** The value of a label's matcher as PromQL reads it in double quotes. */
export const quotedValue = (text: string): string => JSON.stringify(text);
