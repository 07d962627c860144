import { parseJson } from '../input/json.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { CommandError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';

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

/** One value of an instant query; its labels are those of the answer, without a name where the query has none. */
export interface Sample {
  labels: Record<string, string>;
  value: number;
}

/** The values of one series over time. */
export interface Series {
  labels: Record<string, string>;
  points: Point[];
}

/** Seconds since the epoch, and the value then. */
export type Point = [at: number, value: number];

/**
 * The samples of an instant query, from the body of Prometheus' answer. A value that is no amount of anything is left
 * out: `NaN`, an infinity, less than nothing, or more than a number holds exactly.
 *
 * @throws {CommandError} where Prometheus refused, or where it is no answer of Prometheus.
 */
export const readVector = (body: string): Sample[] =>
  resultsOf(body).flatMap(({ metric, value }) => {
    const point = pointOf(value);
    return point ? [{ labels: labelsOf(metric), value: point[1] }] : [];
  });

/** The series of a range query, likewise. */
export const readMatrix = (body: string): Series[] =>
  resultsOf(body).map(({ metric, values }) => ({
    labels: labelsOf(metric),
    points: (Array.isArray(values) ? values : []).flatMap((value) => {
      const point = pointOf(value);
      return point ? [point] : [];
    }),
  }));

/**
 * What the body of an answer of Prometheus' HTTP API holds, whatever was asked for.
 *
 * @throws {CommandError} where Prometheus refused, or where it is no answer of Prometheus.
 */
export function dataOf(body: string): unknown {
  const answer = fieldsOf(parsed(body));
  if (answer?.status === 'success') return answer.data;
  if (answer?.status === 'error')
    throw new CommandError(
      'api',
      `error: Prometheus rejected the query: ${oneLine(String(answer.error ?? answer.errorType ?? ''))}`,
    );
  throw new CommandError('api', `error: not a Prometheus response: ${oneLine(body.slice(0, EXCERPT))}`);
}

/** How much of an unexpected body is shown, in characters. */
const EXCERPT = 200;

function resultsOf(body: string): Record<string, unknown>[] {
  const result = fieldsOf(dataOf(body))?.result;
  return (Array.isArray(result) ? result : []).map(fieldsOf).filter((entry) => entry !== undefined);
}

function pointOf(value: unknown): Point | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [at, number] = [Number(value[0]), Number(value[1])];
  return isAmount(at) && isAmount(number) ? [at, number] : undefined;
}

/** Bytes, cores, series, seconds: nothing is asked for that could be negative, or more than this. */
const isAmount = (number: number): boolean => number >= 0 && number <= Number.MAX_SAFE_INTEGER;

const labelsOf = (metric: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fieldsOf(metric) ?? {}).map(([key, value]) => [key, textOf(value)]));

function parsed(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}
