/** A series as a function of time. */
export interface RecordedSeries {
  name: string;
  labels: Record<string, string>;
  /** Its value then, in seconds since the epoch. */
  value(at: number): number;
  /** Where it has not been measured for as long as the others: seconds since the epoch. */
  from?: number;
}

/** What is recorded of one Prometheus. */
export interface Recording {
  series: RecordedSeries[];
  /** When its history begins, in seconds since the epoch. */
  from: number;
  /** When its last sample is, likewise. */
  to: number;
}

/** Seconds between two samples: an instant query looks back for five minutes. */
export const INTERVAL = 240;

/**
 * The recording in the exposition format of OpenMetrics, piece by piece, a series after the other: what
 * `promtool tsdb create-blocks-from openmetrics` reads.
 */
export function* openMetrics({ series, from, to }: Recording): Generator<string> {
  for (const { name, labels, value, from: later = from } of series) {
    const pairs = Object.entries(labels).map(([key, text]) => `${key}=${JSON.stringify(text)}`);
    const head = `${name}{${pairs.join()}} `;
    const lines: string[] = [];
    for (let at = to; at >= Math.max(from, later); at -= INTERVAL) lines.push(`${head}${value(at)} ${at}\n`);
    yield lines.reverse().join('');
  }
  yield '# EOF\n';
}
