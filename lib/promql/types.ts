import { ExpressionError, type Place } from './expression-error.ts';
import { signatureOf, type ValueType } from './functions.ts';
import {
  COMPARISONS,
  type Grouping,
  type Matching,
  type Result,
  resultOfAggregation,
  resultOfBinary,
  resultOfCall,
} from './result.ts';

/** A part of an expression with the type of its value. */
export interface Typed extends Place {
  type: ValueType;
  result: Result;
  /** The value of a string. */
  text?: string;
  /** What modifiers may follow it: those of a selector, of a range of one, or of a subquery. */
  takes?: 'selector' | 'range' | 'subquery';
  /** The modifiers that it has. An offset of 0 counts as none, as in Prometheus. */
  hasOffset?: boolean;
  hasTime?: boolean;
  change?: 'anchored' | 'smoothed';
}

const SETS = new Set(['and', 'or', 'unless']);

/** @throws {ExpressionError} for operands and modifiers that do not fit the operator. */
export function binary(
  left: Typed,
  right: Typed,
  { operator, place, matching }: { operator: string; place: Place; matching: Matching },
): Typed {
  const whole = { from: left.from, to: right.to };
  const fail = (message: string, at: Place = place): never => {
    throw new ExpressionError(message, at);
  };
  const isComparison = COMPARISONS.has(operator);
  const isVectors = left.type === 'instant vector' && right.type === 'instant vector';
  for (const operand of [left, right])
    if (operand.type !== 'instant vector' && operand.type !== 'scalar')
      fail(
        `an operand of "${operator}" is a ${operand.type}; it must be an instant vector or a scalar`,
        operand,
      );
  if (matching.isBool && !isComparison) fail('"bool" belongs behind a comparison');
  if (isComparison && !matching.isBool && left.type === 'scalar' && right.type === 'scalar')
    fail(`two scalars are compared: write "${operator} bool"`);
  if (SETS.has(operator)) {
    if (!isVectors) fail(`"${operator}" needs an instant vector on both sides`);
    if (matching.group) fail(`"${operator}" takes no "group_left" or "group_right"`);
  }
  if (!isVectors && matching.labels.length > 0)
    fail('"on" and "ignoring" need an instant vector on both sides');
  const twice = matching.word === 'on' && matching.include.find((label) => matching.labels.includes(label));
  if (isVectors && twice) fail(`the label "${twice}" is in "on" and in the group modifier`);
  return {
    ...whole,
    type: left.type === 'scalar' && right.type === 'scalar' ? 'scalar' : 'instant vector',
    result: resultOfBinary(left, right, { operator, place, matching }),
  };
}

/** @throws {ExpressionError} for an unknown function, or arguments that it does not take. */
export function call(name: string, args: readonly Typed[], place: Place): Typed {
  const signature = signatureOf(name);
  if (!signature) throw new ExpressionError(`there is no function "${name}"`, place);
  if (signature.isExperimental)
    throw new ExpressionError(
      `the function "${name}" is experimental: Prometheus needs --enable-feature=promql-experimental-functions`,
      place,
    );
  const { args: types, variadic, returns } = signature;
  const least = variadic === 0 ? types.length : types.length - 1;
  const most = variadic < 0 ? Number.POSITIVE_INFINITY : variadic === 0 ? least : least + variadic;
  if (args.length < least || args.length > most)
    throw new ExpressionError(`"${name}" takes ${countText(least, most)}, and has ${args.length}`, place);
  for (const [index, arg] of args.entries()) {
    const wanted = types[Math.min(index, types.length - 1)];
    if (wanted !== undefined && arg.type !== wanted)
      throw new ExpressionError(
        `argument ${index + 1} of "${name}" must be ${a(wanted)}, but is ${a(arg.type)}${hintFor(wanted, arg)}`,
        arg,
      );
  }
  return { ...place, type: returns, result: resultOfCall(name, args) };
}

const a = (type: ValueType): string => `${type.startsWith('i') ? 'an' : 'a'} ${type}`;

/** The most frequent mistake: a selector without its range, or the reverse. */
const hintFor = (wanted: ValueType, { type, takes }: Typed): string =>
  wanted === 'range vector' && type === 'instant vector'
    ? takes === 'selector'
      ? ': add a range, such as [5m]'
      : ': make it a subquery, such as [5m:]'
    : '';

function countText(least: number, most: number): string {
  const count = (number: number): string => `${number} argument${number === 1 ? '' : 's'}`;
  if (least === most) return count(least);
  return most === Number.POSITIVE_INFINITY ? `at least ${count(least)}` : `${least} to ${count(most)}`;
}

/** Aggregations with a parameter before their expression, by its type. */
const PARAMETERS: Record<string, ValueType> = {
  topk: 'scalar',
  bottomk: 'scalar',
  quantile: 'scalar',
  limitk: 'scalar',
  limit_ratio: 'scalar',
  count_values: 'string',
};
const EXPERIMENTAL = new Set(['limitk', 'limit_ratio']);

export const AGGREGATIONS: ReadonlySet<string> = new Set([
  ...['sum', 'avg', 'count', 'min', 'max', 'group', 'stddev', 'stdvar'],
  ...Object.keys(PARAMETERS),
]);

/** @throws {ExpressionError} for arguments that the aggregation does not take. */
export function aggregation(
  name: string,
  args: readonly Typed[],
  { grouping, ...place }: Place & { grouping: Grouping | undefined },
): Typed {
  const parameter = PARAMETERS[name];
  const fail = (message: string, at: Place = place): never => {
    throw new ExpressionError(message, at);
  };
  if (EXPERIMENTAL.has(name))
    fail(`"${name}" is experimental: Prometheus needs --enable-feature=promql-experimental-functions`);
  const wanted: ValueType[] = [...(parameter ? [parameter] : []), 'instant vector'];
  if (args.length !== wanted.length)
    fail(`"${name}" takes ${countText(wanted.length, wanted.length)}, and has ${args.length}`);
  for (const [index, type] of wanted.entries()) {
    const arg = args[index] as Typed;
    if (arg.type !== type)
      fail(`argument ${index + 1} of "${name}" must be ${a(type)}, but is ${a(arg.type)}`, arg);
  }
  return { ...place, type: 'instant vector', result: resultOfAggregation(name, args, grouping) };
}
