import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExpressionError } from '../../../lib/promql/expression-error.ts';
import { hasLabel } from '../../../lib/promql/labels.ts';
import { parseExpression } from '../../../lib/promql/parse.ts';
import { CORPUS } from '../../promql/corpus.ts';

test('accepts every part of the language', () => {
  for (const text of CORPUS) assert.doesNotThrow(() => parseExpression(text), text);
});

const TYPES: [text: string, type: string][] = [
  ['up', 'instant vector'],
  ['up[5m]', 'range vector'],
  ['up[5m:]', 'range vector'],
  ['1 + 2', 'scalar'],
  ['1 > bool up', 'instant vector'],
  ['scalar(up)', 'scalar'],
  ['"a"', 'string'],
  ['-(up)', 'instant vector'],
];
for (const [text, type] of TYPES)
  test(`${text} is of type ${type}`, () => assert.equal(parseExpression(text).type, type));

/** Expressions that Prometheus refuses, what is said of them, and the part that is marked. */
const REFUSED: [text: string, message: string, marked: string][] = [
  ['', 'the expression is empty', ''],
  ['up ==', 'unexpected end of the expression; expected an expression', ''],
  ['up ) + 1', 'unexpected ")"; expected an operator or the end', ')'],
  ['sum(up', 'unexpected end of the expression; expected "," or ")" after an argument', ''],
  [
    'rate(up)',
    'argument 1 of "rate" must be a range vector, but is an instant vector: add a range, such as [5m]',
    'up',
  ],
  [
    'rate(sum(up))',
    'argument 1 of "rate" must be a range vector, but is an instant vector: make it a subquery, such as [5m:]',
    'sum(up)',
  ],
  ['abs(up[5m])', 'argument 1 of "abs" must be an instant vector, but is a range vector', 'up[5m]'],
  ['round(up, 1, 2)', '"round" takes 1 to 2 arguments, and has 3', 'round(up, 1, 2)'],
  ['label_join(up)', '"label_join" takes at least 3 arguments, and has 1', 'label_join(up)'],
  ['topk(up)', '"topk" takes 2 arguments, and has 1', 'topk(up)'],
  ['count_values(1, up)', 'argument 1 of "count_values" must be a string, but is a scalar', '1'],
  ['nosuch(up)', 'there is no function "nosuch"', 'nosuch(up)'],
  [
    'info(up)',
    'the function "info" is experimental: Prometheus needs --enable-feature=promql-experimental-functions',
    'info(up)',
  ],
  ['sum(up)[5m]', 'only a selector has a range; for other expressions add a colon, as in [5m:]', '[5m]'],
  ['up offset 5m [5m]', 'write the range before "offset"', '[5m]'],
  ['up @ 5 @ 6', '"@" is given twice', '@'],
  ['sum(up) offset 5m', '"offset" belongs behind a selector, a range or a subquery', 'offset'],
  ['up[5m] + 1', 'an operand of "+" is a range vector; it must be an instant vector or a scalar', 'up[5m]'],
  ['1 == 2', 'two scalars are compared: write "== bool"', '=='],
  ['up + bool 1', '"bool" belongs behind a comparison', '+'],
  ['up and 1', '"and" needs an instant vector on both sides', 'and'],
  ['a / on(x) group_left(x) b', 'the label "x" is in "on" and in the group modifier', '/'],
  ['{a=""}', 'this selects every series: one matcher must not match the empty string', '{a=""}'],
  ['up{__name__="x"}', 'the metric name is given twice, as "up" and in braces', 'up{__name__="x"}'],
  ['up{a=~"x("}', 'the regular expression is not valid: missing closing ): "x("', '"x("'],
  ['up{a~"b"}', 'unexpected "~"', '~'],
  ['up{a=b}', 'unexpected "b"; expected a value in quotes', 'b'],
  ['up[5]]', 'unexpected "]"; expected an operator or the end', ']'],
  ['up[0s]', 'a range or a step must be longer than 0', '0s'],
  ['up[5x]', 'unexpected "5x"', '5'],
  ['sum by (without) (up)', 'unexpected "without"; expected a label', 'without'],
  ['on', '"on" is a keyword, not a metric', 'on'],
  ['-"a"', 'a sign is for an instant vector or a scalar, not for a string', '"a"'],
];
for (const [text, message, marked] of REFUSED)
  test(`refuses ${text || 'nothing'}: ${message}`, () => {
    assert.throws(
      () => parseExpression(text),
      (error) => {
        assert.ok(error instanceof ExpressionError);
        const { from, to } = error.place;
        assert.deepEqual({ message: error.message, marked: text.slice(from, to) }, { message, marked });
        return true;
      },
    );
  });

for (const [open, close] of [
  ['(', ')'],
  ['abs(', ')'],
  ['-', ''],
  ['1 ^ ', '1'],
] as const)
  test(`ends on thousands of ${open}, and says that they are nested too deep`, () => {
    const text = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
    assert.throws(() => parseExpression(text), /nested more than 500 deep/);
  });

for (const [part, times] of [
  ['up{a="b"} == 0', 500_000],
  ['count(up) == 0', 100_000],
  ['absent(up{a="b"})', 100_000],
] as const)
  test(`reads ${part} ${times} times, joined by "or", in seconds`, () => {
    const text = Array(times).fill(part).join(' or ');
    assert.equal(parseExpression(text).type, 'instant vector');
  });

test('reads 50,000 different labels, joined by "or", in seconds', () => {
  const text = Array.from({ length: 50_000 }, (_, at) => `sum by (l${at}) (up)`).join(' or ');
  assert.ok(hasLabel(parseExpression(text).result.labels, 'l7'));
});
