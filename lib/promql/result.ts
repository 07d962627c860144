import type { Place } from './expression-error.ts';
import { ANY_LABEL, allBut, common, either, type Labels, NO_LABEL, only } from './labels.ts';
import {
  ANY_VALUE,
  calculated,
  exactly,
  hull,
  mirrored,
  narrowed,
  type Range,
  rangeOfCall,
  rangeText,
} from './ranges.ts';

/** What is known of the series that an expression gives. */
export interface Result {
  labels: Labels;
  range: Range;
  /** The labels of every `absent` among the parts that an "or" joins. */
  absent?: Labels;
  /** The first comparison in it that never holds, so that it gives nothing. */
  never?: Never;
  /** One that never holds and is only a part of it: the other side of an "or" may give something. */
  part?: Never;
  /** Of a selector: its labels with a value that is required literally, which `absent` gives its series. */
  required?: Labels;
}

export interface Never {
  message: string;
  /** Offset of the operator. */
  at: number;
}

export const scalarResult = (value?: number): Result => ({
  labels: NO_LABEL,
  range: value === undefined ? ANY_VALUE : exactly(value),
});

/** An operand, as far as its result is concerned. */
interface Operand {
  type: string;
  /** The value of a string. */
  text?: string;
  result: Result;
}

export function resultOfCall(name: string, args: readonly Operand[]): Result {
  const vector = args.find(({ type }) => type.endsWith('vector'))?.result;
  const range = rangeOfCall(name, (vector ?? args[0]?.result)?.range);
  const never = neverIn(args);
  // What is never there is always absent.
  if (name === 'absent' || name === 'absent_over_time') {
    const labels = vector?.required ?? NO_LABEL;
    return { labels, range, absent: labels };
  }
  // Of nothing, it is NaN.
  if (name === 'scalar') return scalarResult();
  return { labels: labelsOfCall(name, args, vector?.labels ?? NO_LABEL), range, ...never };
}

function labelsOfCall(name: string, args: readonly Operand[], labels: Labels): Labels {
  if (name === 'label_replace' || name === 'label_join') {
    const target = args[1]?.text;
    return target === undefined ? ANY_LABEL : either(labels, only([target]));
  }
  return name === 'histogram_quantile' || name === 'histogram_fraction'
    ? common(labels, allBut(['le']))
    : labels;
}

/** `by (…)` or `without (…)`. */
export interface Grouping {
  word: 'by' | 'without';
  labels: readonly string[];
}

/** Aggregations that give series as they are. */
const CHOOSING = new Set(['topk', 'bottomk', 'limitk', 'limit_ratio']);

export function resultOfAggregation(
  name: string,
  args: readonly Operand[],
  grouping: Grouping | undefined,
): Result {
  const { labels = NO_LABEL, range } = args.at(-1)?.result ?? {};
  const kept = CHOOSING.has(name)
    ? labels
    : grouping?.word === 'without'
      ? common(labels, allBut(grouping.labels))
      : common(labels, only(grouping?.labels ?? []));
  const added = name === 'count_values' ? args[0]?.text : undefined;
  return {
    labels: added === undefined ? kept : either(kept, only([added])),
    range: rangeOfCall(name, range),
    ...neverIn(args),
  };
}

/** What is written between an operator and its second operand. */
export interface Matching {
  isBool: boolean;
  word: 'on' | 'ignoring' | undefined;
  labels: readonly string[];
  group: 'group_left' | 'group_right' | undefined;
  /** The labels of `group_left` or `group_right`. */
  include: readonly string[];
}

export const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

export function resultOfBinary(
  left: Operand,
  right: Operand,
  { operator, place, matching }: { operator: string; place: Place; matching: Matching },
): Result {
  const [one, other] = [left.result, right.result];
  const never = neverIn([left, right]);
  if (operator === 'or') {
    const absent =
      one.absent && other.absent ? common(one.absent, other.absent) : (one.absent ?? other.absent);
    return {
      labels: either(one.labels, other.labels),
      range: hull(one.range, other.range),
      ...(absent && { absent }),
      ...(one.never && other.never ? { never: one.never } : partIn([left, right])),
    };
  }
  if (operator === 'and') return { ...without(one), ...never };
  if (operator === 'unless')
    return { ...without(one), ...(one.never ? neverIn([left]) : partIn([left, right])) };
  if (COMPARISONS.has(operator) && !matching.isBool)
    return compared(left, right, { operator, place, matching });
  const range = COMPARISONS.has(operator)
    ? { least: 0, most: 1 }
    : calculated(operator, one.range, other.range);
  return { labels: joined(left, right, matching), range, ...never };
}

/** The result without what is true of a selector only. */
const without = ({ required: _required, never: _never, part: _part, ...result }: Result): Result => result;

/** A comparison keeps the series of the vector, and of two vectors those of the left side. */
function compared(
  left: Operand,
  right: Operand,
  { operator, place, matching }: { operator: string; place: Place; matching: Matching },
): Result {
  const isMirrored = left.type === 'scalar';
  const [kept, against] = isMirrored ? [right.result, left.result] : [left.result, right.result];
  const range = narrowed(isMirrored ? mirrored(operator) : operator, kept.range, against.range);
  const message = `"${operator}" never holds: the left side ${rangeText(left.result.range)}, the right side ${rangeText(right.result.range)}`;
  const isFilter = left.type === 'scalar' || right.type === 'scalar';
  return {
    ...(isFilter ? without(kept) : { labels: joined(left, right, matching) }),
    range: range ?? ANY_VALUE,
    ...(!range && { never: { message, at: place.from } }),
    ...neverIn([left, right]),
  };
}

/** The labels of series that an operator makes of two. */
function joined(left: Operand, right: Operand, { word, labels, group, include }: Matching): Labels {
  if (left.type === 'scalar') return right.result.labels;
  if (right.type === 'scalar') return left.result.labels;
  if (group) {
    const [many, one] = group === 'group_left' ? [left, right] : [right, left];
    return either(common(many.result.labels, allBut(include)), common(one.result.labels, only(include)));
  }
  if (word === 'on') return common(left.result.labels, only(labels));
  if (word === 'ignoring') return common(left.result.labels, allBut(labels));
  return common(left.result.labels, right.result.labels);
}

function neverIn(operands: readonly Operand[]): Pick<Result, 'never' | 'part'> {
  const never = operands.find(({ result }) => result.never)?.result.never;
  const part = operands.find(({ result }) => result.part)?.result.part;
  return { ...(never && { never }), ...(part && { part }) };
}

/** Of operands of which not all have to give something. */
function partIn(operands: readonly Operand[]): Pick<Result, 'part'> {
  const { never, part = never } = neverIn(operands);
  return part ? { part } : {};
}
