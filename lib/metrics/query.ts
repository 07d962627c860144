import { jsonIn } from '../input/json.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { CommandError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';

/** A PromQL query at one moment. */
export interface InstantQuery {
  query: string;
  at: Date;
}

/** A PromQL query over a time range. */
export interface RangeQuery {
  query: string;
  from: Date;
  to: Date;
  /** Seconds between two points; Prometheus returns at most 11,000 points per series. */
  step: number;
}

export const instantPath = ({ query, at }: InstantQuery): string =>
  `/api/v1/query?${new URLSearchParams({ query, time: seconds(at) })}`;

export const rangePath = ({ query, from, to, step }: RangeQuery): string =>
  `/api/v1/query_range?${new URLSearchParams({ query, start: seconds(from), end: seconds(to), step: String(step) })}`;

/** Has the parser of Prometheus read an expression, which is not evaluated. From 2.42 on. */
export const formatPath = (expression: string): string =>
  `/api/v1/format_query?${new URLSearchParams({ query: expression })}`;

/**
 * What the response at `formatPath` says is wrong with the expression; undefined if nothing.
 *
 * @throws {CommandError} if the body is not a Prometheus response.
 */
export function readFault(body: string): string | undefined {
  const answer = fieldsOf(jsonIn(body));
  if (answer?.status === 'error' && answer.errorType === 'bad_data')
    return textOf(answer.error).replace(/^invalid parameter "query": /, '');
  dataOf(body);
  return undefined;
}

const seconds = (time: Date): string => (time.getTime() / 1000).toFixed(3);

/** A label value in PromQL's double quotes. */
export const quotedValue = (text: string): string => JSON.stringify(text);

/** One value of an instant query. */
export interface Sample {
  labels: Record<string, string>;
  value: number;
}

export interface Series {
  labels: Record<string, string>;
  points: Point[];
}

/** Seconds since the epoch, and the value then. */
export type Point = [at: number, value: number];

/**
 * Parses the response to an instant query. Leaves out `NaN`, infinities, negative values, and values too large to be exact.
 *
 * @throws {CommandError} if Prometheus rejected the query, or the body is not a Prometheus response.
 */
export const readVector = (body: string): Sample[] =>
  resultsOf(body).flatMap(({ metric, value }) => {
    const point = pointOf(value);
    return point ? [{ labels: labelsOf(metric), value: point[1] }] : [];
  });

/** Parses the response to a range query, likewise. */
export const readMatrix = (body: string): Series[] =>
  resultsOf(body).map(({ metric, values }) => ({
    labels: labelsOf(metric),
    points: (Array.isArray(values) ? values : []).flatMap((value) => {
      const point = pointOf(value);
      return point ? [point] : [];
    }),
  }));

/** When each series of a range query has a sample, whatever its value. */
export interface Presence {
  /** Times are seconds since the epoch, ascending. */
  series: { labels: Record<string, string>; times: number[] }[];
  /** What Prometheus says of the result, such as that a part of it is missing. */
  warnings: string[];
}

/**
 * Parses the response to a range query for its samples, also of native histograms.
 *
 * @throws {CommandError} if Prometheus rejected the query, or the body is not the response to a range query.
 */
export function readPresence(body: string): Presence {
  const { data, warnings } = answerOf(body);
  const { resultType, result } = fieldsOf(data) ?? {};
  if (resultType !== 'matrix' || !Array.isArray(result)) throw notPrometheus(body);
  return {
    series: result.map((series) => {
      const { metric, values, histograms } = fieldsOf(series) ?? {};
      const times = [values, histograms].flatMap(timesOf);
      return { labels: labelsOf(metric), times: times.toSorted((one, other) => one - other) };
    }),
    warnings: (Array.isArray(warnings) ? warnings : []).map(textOf),
  };
}

const timesOf = (samples: unknown): number[] =>
  (Array.isArray(samples) ? samples : []).flatMap((sample: unknown) =>
    Array.isArray(sample) && typeof sample[0] === 'number' ? [sample[0]] : [],
  );

/**
 * The `data` of any response of Prometheus' HTTP API.
 *
 * @throws {CommandError} if Prometheus rejected the query, or the body is not a Prometheus response.
 */
export const dataOf = (body: string): unknown => answerOf(body).data;

function answerOf(body: string): Record<string, unknown> {
  const answer = fieldsOf(jsonIn(body));
  if (answer?.status === 'success') return answer;
  if (answer?.status === 'error')
    throw new CommandError(
      'api',
      `error: Prometheus rejected the query: ${oneLine(textOf(answer.error ?? answer.errorType ?? ''))}`,
    );
  throw notPrometheus(body);
}

const notPrometheus = (body: string): CommandError =>
  new CommandError('api', `error: not a Prometheus response: ${oneLine(body.slice(0, EXCERPT))}`);

/** Maximum characters shown of an unexpected body. */
const EXCERPT = 200;

function resultsOf(body: string): Record<string, unknown>[] {
  const result = fieldsOf(dataOf(body))?.result;
  return (Array.isArray(result) ? result : []).map(fieldsOf).filter((entry) => entry !== undefined);
}

function pointOf(value: unknown): Point | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [at, number] = [Number(textOf(value[0])), Number(textOf(value[1]))];
  return isAmount(at) && isAmount(number) ? [at, number] : undefined;
}

/** Bytes, cores, series and seconds are never negative, nor larger than this. */
const isAmount = (number: number): boolean => number >= 0 && number <= Number.MAX_SAFE_INTEGER;

const labelsOf = (metric: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fieldsOf(metric) ?? {}).map(([key, value]) => [key, textOf(value)]));
