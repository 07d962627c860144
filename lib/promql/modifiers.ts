import { offsetDuration, positiveDuration } from './durations.ts';
import { ExpressionError, type Place } from './expression-error.ts';
import type { Reader } from './reader.ts';
import type { Typed } from './types.ts';

/** An operand with the ranges and modifiers behind it, which bind closer than any operator. @throws {ExpressionError} */
export function modified(reader: Reader, operand: Typed): Typed {
  let whole = operand;
  for (;;) {
    const open = reader.take('[');
    const at = open ? undefined : reader.take('@');
    const word = reader.keyword();
    if (open) whole = ranged(reader, whole, open);
    else if (at) whole = pinned(reader, whole, at);
    else if (word === 'offset') whole = offset(reader, whole);
    else if (word === 'anchored' || word === 'smoothed') whole = changed(whole, word, reader.next());
    else return whole;
  }
}

/** `[5m]` or, as a subquery, `[5m:1m]`. */
function ranged(reader: Reader, operand: Typed, open: Place): Typed {
  positiveDuration(reader);
  const colon = reader.keyword() === ':' ? reader.next() : undefined;
  if (colon && reader.peek().text !== ']') positiveDuration(reader);
  const { to } = reader.expect(']', colon ? 'after the step' : 'or ":" after a range');
  const place = { from: open.from, to };
  if (colon) {
    if (operand.type !== 'instant vector')
      throw new ExpressionError(`a subquery is of an instant vector, not of a ${operand.type}`, operand);
    return { from: operand.from, to, type: 'range vector', result: operand.result, takes: 'subquery' };
  }
  if (operand.takes !== 'selector')
    throw new ExpressionError(
      'only a selector has a range; for other expressions add a colon, as in [5m:]',
      place,
    );
  if (operand.hasOffset || operand.hasTime)
    throw new ExpressionError(`write the range before "${operand.hasOffset ? 'offset' : '@'}"`, place);
  return { ...operand, to, type: 'range vector', takes: 'range' };
}

function offset(reader: Reader, operand: Typed): Typed {
  const word = reader.next();
  const { to, value } = offsetDuration(reader);
  if (!operand.takes)
    throw new ExpressionError('"offset" belongs behind a selector, a range or a subquery', word);
  if (operand.hasOffset) throw new ExpressionError('"offset" is given twice', word);
  return { ...operand, to, hasOffset: value !== 0 };
}

/** `@` with a time, in seconds, or with `start()` or `end()`. */
function pinned(reader: Reader, operand: Typed, at: Place): Typed {
  const word = reader.keyword();
  let to: number;
  if (word === 'start' || word === 'end') {
    reader.next();
    reader.expect('(', `after "${word}"`);
    to = reader.expect(')', `after "${word}("`).to;
  } else {
    if (!reader.take('-')) reader.take('+');
    const time = reader.peek();
    if (time.kind !== 'number') return reader.fail('a time after "@": seconds, start() or end()');
    if (!(Math.abs(time.value) < 2 ** 63))
      throw new ExpressionError('the time after "@" is out of range', time);
    to = reader.next().to;
  }
  if (!operand.takes) throw new ExpressionError('"@" belongs behind a selector, a range or a subquery', at);
  if (operand.hasTime) throw new ExpressionError('"@" is given twice', at);
  return { ...operand, to, hasTime: true };
}

function changed(operand: Typed, word: 'anchored' | 'smoothed', place: Place): Typed {
  if (operand.takes !== 'selector' && operand.takes !== 'range')
    throw new ExpressionError(`"${word}" belongs behind a selector or its range`, place);
  if (operand.change && operand.change !== word)
    throw new ExpressionError('"anchored" and "smoothed" exclude each other', place);
  return { ...operand, to: place.to, change: word };
}
