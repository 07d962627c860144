/** A series as a function of time. */
export interface RecordedSeries {
  name: string;
  labels: Record<string, string>;
  /** Its value at a time in seconds since the epoch. */
  value(at: number): number;
  /** Start of a shorter history: seconds since the epoch. */
  from?: number;
}

/** The recording of one Prometheus. */
export interface Recording {
  series: RecordedSeries[];
  /** Start of its history, in seconds since the epoch. */
  from: number;
  /** Time of its last sample, likewise. */
  to: number;
}

/** Seconds between two samples: an instant query looks back for five minutes. */
export const INTERVAL = 240;

/**
 * The recording in the OpenMetrics format, in chunks, series by series: the input of
 * `promtool tsdb create-blocks-from openmetrics`.
 */
export function* openMetrics({ series, from, to }: Recording, interval = INTERVAL): Generator<string> {
  for (const { name, labels, value, from: later = from } of series) {
    const pairs = Object.entries(labels).map(([key, text]) => `${key}=${JSON.stringify(text)}`);
    const head = `${name}{${pairs.join()}} `;
    const lines: string[] = [];
    for (let at = to; at >= Math.max(from, later); at -= interval) lines.push(`${head}${value(at)} ${at}\n`);
    yield lines.reverse().join('');
  }
  yield '# EOF\n';
}
