/** The values that an expression can have. */
export interface Range {
  least: number;
  most: number;
}

const INFINITE = Number.POSITIVE_INFINITY;
const POSITIVE: Range = { least: 0, most: INFINITE };
const COUNT: Range = { least: 1, most: INFINITE };
const ONE: Range = { least: 1, most: 1 };

export const ANY_VALUE: Range = { least: -INFINITE, most: INFINITE };

export const exactly = (value: number): Range => ({ least: value, most: value });

/** Results of functions and aggregations that do not depend on their arguments. */
const FIXED: Record<string, Range> = {
  ...{ absent: ONE, absent_over_time: ONE, present_over_time: ONE, group: ONE },
  ...{ count: COUNT, count_values: COUNT, count_over_time: COUNT },
  ...{ abs: POSITIVE, sqrt: POSITIVE, exp: POSITIVE, time: POSITIVE },
  ...{ changes: POSITIVE, resets: POSITIVE },
  ...{ stddev: POSITIVE, stdvar: POSITIVE, stddev_over_time: POSITIVE, stdvar_over_time: POSITIVE },
  sgn: { least: -1, most: 1 },
  minute: { least: 0, most: 59 },
  hour: { least: 0, most: 23 },
  day_of_week: { least: 0, most: 6 },
  day_of_month: { least: 1, most: 31 },
  days_in_month: { least: 28, most: 31 },
  day_of_year: { least: 1, most: 366 },
  month: { least: 1, most: 12 },
};

/** Functions and aggregations whose result is among the values of their argument. */
const KEEPING = new Set([
  ...['min', 'max', 'avg', 'topk', 'bottomk', 'limitk', 'limit_ratio'],
  ...['min_over_time', 'max_over_time', 'avg_over_time', 'first_over_time', 'last_over_time'],
  ...['label_replace', 'label_join', 'sort', 'sort_desc', 'vector'],
]);

/** What a function or an aggregation makes of the values of its argument. */
export function rangeOfCall(name: string, arg: Range = ANY_VALUE): Range {
  const fixed = Object.hasOwn(FIXED, name) ? FIXED[name] : undefined;
  if (fixed) return fixed;
  if (KEEPING.has(name)) return arg;
  if (name !== 'sum') return ANY_VALUE;
  return { least: arg.least >= 0 ? arg.least : -INFINITE, most: arg.most <= 0 ? arg.most : INFINITE };
}

/** What is left of the values of the left side where a comparison holds; undefined if it never does. */
export function narrowed(operator: string, left: Range, right: Range): Range | undefined {
  if (operator === '!=') {
    const isSame = isExact(left) && isExact(right) && left.least === right.least;
    return isSame ? undefined : left;
  }
  const least = operator.startsWith('<') ? left.least : Math.max(left.least, right.least);
  const most = operator.startsWith('>') ? left.most : Math.min(left.most, right.most);
  if (operator === '<' && left.least >= right.most) return undefined;
  if (operator === '>' && left.most <= right.least) return undefined;
  return least > most ? undefined : { least, most };
}

/** The operator that compares the sides the other way round. */
export const mirrored = (operator: string): string =>
  operator.replace(/^[<>]/, (sign) => (sign === '<' ? '>' : '<'));

export function calculated(operator: string, left: Range, right: Range): Range {
  if (isExact(left) && isExact(right)) {
    const value = computed(operator, left.least, right.least);
    return value === undefined || Number.isNaN(value) ? ANY_VALUE : exactly(value);
  }
  const isPositive = left.least >= 0 && right.least >= 0;
  if (operator === '+') return known(left.least + right.least, left.most + right.most);
  if (operator === '-') return known(left.least - right.most, left.most - right.least);
  return isPositive && (operator === '*' || operator === '/' || operator === '%') ? POSITIVE : ANY_VALUE;
}

function computed(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    case '^':
      return left ** right;
    default:
      return undefined;
  }
}

const known = (least: number, most: number): Range =>
  Number.isNaN(least) || Number.isNaN(most) ? ANY_VALUE : { least, most };

export const negated = ({ least, most }: Range): Range => ({ least: -most, most: -least });

/** The values of either. */
export const hull = (one: Range, other: Range): Range => ({
  least: Math.min(one.least, other.least),
  most: Math.max(one.most, other.most),
});

const isExact = ({ least, most }: Range): boolean => least === most;

/** `is at least 1`, for messages. */
export function rangeText(range: Range): string {
  const { least, most } = range;
  if (isExact(range)) return `is always ${least}`;
  if (most === INFINITE) return `is at least ${least}`;
  return least === -INFINITE ? `is at most ${most}` : `is between ${least} and ${most}`;
}
