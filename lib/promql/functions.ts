/** The value of an expression, as Prometheus' documentation names it. */
export type ValueType = 'instant vector' | 'range vector' | 'scalar' | 'string';

/** A function of PromQL. */
export interface Signature {
  args: readonly ValueType[];
  returns: ValueType;
  /** How often the last argument may be given beyond once or, if that is optional, in all: 0 for exactly once, -1 for any number. */
  variadic: number;
  /** Whether a server refuses it unless it was started with a feature flag. */
  isExperimental: boolean;
}

/** The function of this name; undefined if there is none. */
export function signatureOf(name: string): Signature | undefined {
  const text = Object.hasOwn(TABLE, name) ? TABLE[name] : undefined;
  const [, args = '', variadic = '0', returns = '', experimental] =
    /^(\w*)(?:\*(-?\d+))?:(\w)(!?)$/.exec(text ?? '') ?? [];
  return text === undefined
    ? undefined
    : {
        args: [...args].map(typeOf),
        returns: typeOf(returns),
        variadic: Number(variadic),
        isExperimental: experimental === '!',
      };
}

const typeOf = (letter: string): ValueType => TYPES[letter] ?? 'scalar';

const TYPES: Record<string, ValueType> = { v: 'instant vector', m: 'range vector', s: 'scalar', t: 'string' };

/**
 * Each function of Prometheus 3.16: the types of its arguments, `*` and how often the last one may be repeated, and the type of its
 * result. `!`: experimental. `node test/promql/main.ts --functions` prints it from the parser of Prometheus.
 */
const TABLE: Record<string, string> = {
  abs: 'v:v',
  absent: 'v:v',
  absent_over_time: 'm:v',
  acos: 'v:v',
  acosh: 'v:v',
  asin: 'v:v',
  asinh: 'v:v',
  atan: 'v:v',
  atanh: 'v:v',
  avg_over_time: 'm:v',
  ceil: 'v:v',
  changes: 'm:v',
  clamp: 'vss:v',
  clamp_max: 'vs:v',
  clamp_min: 'vs:v',
  cos: 'v:v',
  cosh: 'v:v',
  count_over_time: 'm:v',
  day_of_month: 'v*1:v',
  day_of_week: 'v*1:v',
  day_of_year: 'v*1:v',
  days_in_month: 'v*1:v',
  deg: 'v:v',
  delta: 'm:v',
  deriv: 'm:v',
  double_exponential_smoothing: 'mss:v!',
  end: ':s!',
  exp: 'v:v',
  first_over_time: 'm:v',
  floor: 'v:v',
  histogram_avg: 'v:v',
  histogram_count: 'v:v',
  histogram_fraction: 'ssv:v',
  histogram_quantile: 'sv:v',
  histogram_quantiles: 'vtss*9:v!',
  histogram_stddev: 'v:v',
  histogram_stdvar: 'v:v',
  histogram_sum: 'v:v',
  hour: 'v*1:v',
  idelta: 'm:v',
  increase: 'm:v',
  info: 'vv*1:v!',
  integral: 'ms*1:v!',
  irate: 'm:v',
  label_join: 'vttt*-1:v',
  label_replace: 'vtttt:v',
  last_over_time: 'm:v',
  ln: 'v:v',
  log10: 'v:v',
  log2: 'v:v',
  mad_over_time: 'm:v!',
  max_of: 'ss:s!',
  max_over_time: 'm:v',
  min_of: 'ss:s!',
  min_over_time: 'm:v',
  minute: 'v*1:v',
  month: 'v*1:v',
  pi: ':s',
  predict_linear: 'ms:v',
  present_over_time: 'm:v',
  quantile_over_time: 'sm:v',
  rad: 'v:v',
  range: ':s!',
  rate: 'm:v',
  resets: 'm:v',
  round: 'vs*1:v',
  scalar: 'v:s',
  sgn: 'v:v',
  sin: 'v:v',
  sinh: 'v:v',
  sort: 'v:v',
  sort_by_label: 'vt*-1:v!',
  sort_by_label_desc: 'vt*-1:v!',
  sort_desc: 'v:v',
  sqrt: 'v:v',
  start: ':s!',
  start_timestamp: 'v:v!',
  stddev_over_time: 'm:v',
  stdvar_over_time: 'm:v',
  step: ':s!',
  sum_over_time: 'm:v',
  tan: 'v:v',
  tanh: 'v:v',
  time: ':s',
  timestamp: 'v:v',
  ts_of_first_over_time: 'm:v!',
  ts_of_last_over_time: 'm:v!',
  ts_of_max_over_time: 'm:v!',
  ts_of_min_over_time: 'm:v!',
  vector: 's:v',
  year: 'v*1:v',
};
