import { ExpressionError, type Place } from './expression-error.ts';
import { modified } from './modifiers.ts';
import { negated } from './ranges.ts';
import { type Reader, readerOf } from './reader.ts';
import { type Grouping, type Matching, scalarResult } from './result.ts';
import { labelList, selectorRest } from './selector.ts';
import { AGGREGATIONS, aggregation, binary, call, type Typed } from './types.ts';

/** How deep parts of an expression may be nested. */
const DEEPEST = 500;

/** What each binary operator binds, from the weakest. */
const BINDS: Record<string, number> = {
  or: 1,
  ...{ and: 2, unless: 2 },
  ...{ '==': 3, '!=': 3, '<': 3, '<=': 3, '>': 3, '>=': 3, '</': 3, '>/': 3 },
  ...{ '+': 4, '-': 4 },
  ...{ '*': 5, '/': 5, '%': 5, atan2: 5 },
  '^': 6,
};
const POWER = 6;

/** Keywords that are no metric names. */
const RESERVED = new Set(['atan2', 'bool', 'group_left', 'group_right', 'ignoring', 'on']);

/** Keywords that are metric names, unless they begin a call. */
const METRICS = new Set([
  ...[
    'and',
    'anchored',
    'by',
    'fill',
    'fill_left',
    'fill_right',
    'offset',
    'or',
    'smoothed',
    'unless',
    'without',
  ],
]);

/**
 * Reads an expression as Prometheus 3.16 does, and gives the type of its value.
 *
 * @throws {ExpressionError} for the first part that Prometheus refuses.
 */
export function parseExpression(text: string): Typed {
  const reader = readerOf(text);
  if (reader.peek().kind === 'end') throw new ExpressionError('the expression is empty', reader.peek());
  const whole = expression(reader, { least: 0, depth: 0 });
  return reader.peek().kind === 'end' ? whole : reader.fail('an operator or the end');
}

interface Level {
  /** Operators that bind less end the expression. */
  least: number;
  depth: number;
}

function expression(reader: Reader, { least, depth }: Level): Typed {
  if (depth > DEEPEST)
    throw new ExpressionError(`parts of it are nested more than ${DEEPEST} deep`, reader.peek());
  let left = unary(reader, depth);
  for (;;) {
    const token = reader.peek();
    const operator = token.kind === 'symbol' ? token.text : (reader.keyword() ?? '');
    const binds = Object.hasOwn(BINDS, operator) ? BINDS[operator] : undefined;
    if (binds === undefined || binds < least) return left;
    const place = reader.next();
    const matching = matchingOf(reader);
    // Only powers are grouped from the right.
    const right = expression(reader, { least: binds === POWER ? binds : binds + 1, depth: depth + 1 });
    left = binary(left, right, { operator, place, matching });
  }
}

function unary(reader: Reader, depth: number): Typed {
  const sign = reader.take('-') ?? reader.take('+');
  if (!sign) return modified(reader, operand(reader, depth));
  // A sign binds like a product: it goes before the power.
  const { type, to, result, ...of } = expression(reader, { least: POWER, depth: depth + 1 });
  if (type !== 'scalar' && type !== 'instant vector')
    throw new ExpressionError(`a sign is for an instant vector or a scalar, not for a ${type}`, {
      to,
      from: of.from,
    });
  const signed = sign.text === '-' ? { ...result, range: negated(result.range) } : result;
  return modified(reader, { from: sign.from, to, type, result: signed });
}

function operand(reader: Reader, depth: number): Typed {
  const token = reader.peek();
  switch (token.kind) {
    case 'number':
      reader.next();
      return { from: token.from, to: token.to, type: 'scalar', result: scalarResult(token.value) };
    case 'string':
      reader.next();
      return {
        from: token.from,
        to: token.to,
        type: 'string',
        text: token.value,
        result: scalarResult(),
      };
    case 'word':
      return named(reader, depth);
    default:
      break;
  }
  const open = reader.take('(');
  if (open) {
    const { type, result } = expression(reader, { least: 0, depth: depth + 1 });
    return { from: open.from, to: reader.expect(')', 'after the expression').to, type, result };
  }
  if (token.text !== '{') return reader.fail('an expression');
  return { ...selectorRest(reader, undefined), type: 'instant vector', takes: 'selector' };
}

/** What begins with a word: an aggregation, a call or a selector. */
function named(reader: Reader, depth: number): Typed {
  const name = reader.next();
  const word = name.text.toLowerCase();
  if (AGGREGATIONS.has(word)) {
    const follows = reader.keyword();
    if (reader.peek().text === '(' || follows === 'by' || follows === 'without')
      return aggregated(reader, { name, word, depth });
  } else if (RESERVED.has(word)) {
    throw new ExpressionError(`"${name.text}" is a keyword, not a metric`, name);
  } else if (reader.peek().text === '(' && !METRICS.has(word) && !name.text.includes(':')) {
    const { args, to } = argumentsOf(reader, depth);
    return call(CALLED_KEYWORDS.has(word) ? word : name.text, args, { from: name.from, to });
  }
  return { ...selectorRest(reader, name), type: 'instant vector', takes: 'selector' };
}

/** Keywords that are functions as well, in any case. */
const CALLED_KEYWORDS = new Set(['end', 'max_of', 'min_of', 'range', 'start', 'step']);

function aggregated(
  reader: Reader,
  { name, word, depth }: { name: Place; word: string; depth: number },
): Typed {
  const before = grouping(reader);
  const { args, to } = argumentsOf(reader, depth);
  return aggregation(word, args, { from: name.from, to, grouping: before ?? grouping(reader) });
}

/** Reads `by (…)` or `without (…)`, if it is there. */
function grouping(reader: Reader): Grouping | undefined {
  const word = reader.keyword();
  if (word !== 'by' && word !== 'without') return undefined;
  reader.next();
  return { word, labels: labelList(reader, word) };
}

function argumentsOf(reader: Reader, depth: number): { args: Typed[]; to: number } {
  reader.expect('(', 'before the arguments');
  const args: Typed[] = [];
  let end = reader.take(')');
  while (!end) {
    args.push(expression(reader, { least: 0, depth: depth + 1 }));
    end = reader.take(')');
    if (!end && !reader.take(',')) reader.fail('"," or ")" after an argument');
  }
  return { args, to: end.to };
}

function matchingOf(reader: Reader): Matching {
  const isBool = reader.keyword() === 'bool';
  if (isBool) reader.next();
  const found = reader.keyword();
  const word = found === 'on' || found === 'ignoring' ? found : undefined;
  if (word) reader.next();
  const labels = word ? labelList(reader, word) : [];
  const grouped = reader.keyword();
  const group = word && (grouped === 'group_left' || grouped === 'group_right') ? grouped : undefined;
  if (group) reader.next();
  const include = group && reader.peek().text === '(' ? labelList(reader, group) : [];
  const fill = reader.keyword();
  if (fill?.startsWith('fill') && METRICS.has(fill) && reader.peek(1).text === '(')
    throw new ExpressionError(`"${fill}" is experimental, and Prometheus refuses it`, reader.peek());
  return { isBool, word, labels, group, include };
}
