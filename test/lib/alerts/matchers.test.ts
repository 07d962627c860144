import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Labels, Matcher } from '../../../lib/alerts/alert-facts.ts';
import { isMatch, matchersText, matcherText, parseMatchers } from '../../../lib/alerts/matchers.ts';

const matcher = (name: string, op: Matcher['op'], value: string): Matcher => ({ name, op, value });

/** As Alertmanager 0.25 and 0.31 read them, the last ones only the latter. */
const READ: [text: string, matchers: Matcher[]][] = [
  ['', []],
  ['{}', []],
  ['a="b"', [matcher('a', '=', 'b')]],
  ['a=b', [matcher('a', '=', 'b')]],
  ['a!=b,c=~"d|e", f!~g.*', [matcher('a', '!=', 'b'), matcher('c', '=~', 'd|e'), matcher('f', '!~', 'g.*')]],
  ['{ a = "b" , c = d , }', [matcher('a', '=', 'b'), matcher('c', '=', 'd')]],
  ['{a=b', [matcher('a', '=', 'b')]],
  ['a=b}', [matcher('a', '=', 'b')]],
  ['a=', [matcher('a', '=', '')]],
  ['a:b=c', [matcher('a:b', '=', 'c')]],
  ['a=b c ', [matcher('a', '=', 'b c')]],
  ['a="b,c"', [matcher('a', '=', 'b,c')]],
  ['a="}"', [matcher('a', '=', '}')]],
  [String.raw`a="b\"c\\d\ne"`, [matcher('a', '=', 'b"c\\d\ne')]],
  [String.raw`a="x\ty"`, [matcher('a', '=', String.raw`x\ty`)]],
  [String.raw`a=~"b\d"`, [matcher('a', '=~', String.raw`b\d`)]],
  [String.raw`a=b\,c=d`, [matcher('a', '=', 'b\\'), matcher('c', '=', 'd')]],
  ['a=~"b)|(c"', [matcher('a', '=~', 'b)|(c')]],
  ['"a b"="c"', [matcher('a b', '=', 'c')]],
  ['{"a b"="c",d=e}', [matcher('a b', '=', 'c'), matcher('d', '=', 'e')]],
  ['a.b=c', [matcher('a.b', '=', 'c')]],
  ['ü="1"', [matcher('ü', '=', '1')]],
  [String.raw`"a"="x\tA\u00fc"`, [matcher('a', '=', 'x\tAü')]],
];
for (const [text, matchers] of READ)
  test(`reads ${text || 'nothing'}`, () => assert.deepEqual(parseMatchers(text), matchers));

const REFUSED: [text: string, message: string][] = [
  ['a', 'column 2: expected one of = != =~ !~, found the end'],
  ['=b', 'column 1: expected a label name, found "="'],
  ['"a"==b', 'column 5: expected a value, found "="'],
  ['a="b', 'column 3: the string is not closed'],
  ['a=b"c', 'column 4: the string is not closed'],
  ['a="b"c', 'column 6: expected "," or the end, found "c"'],
  ['{{a=b}}', 'column 2: expected a label name, found "{"'],
  ['{a=b,,c=d}', 'column 6: expected a label name, found ","'],
  ['{"a"="b"', 'column 9: expected "," or "}", found the end'],
  ['"a"="b"}', 'column 8: expected "," or the end, found "}"'],
  ['}{', 'column 1: expected the end, found "}"'],
  ["a.b='c'", `column 5: "'" must be in double quotes`],
  [String.raw`"a"="\d"`, String.raw`column 6: \d is no escape; write \\ for a backslash`],
  [String.raw`"a"="\xff"`, 'column 5: the text in quotes is not valid UTF-8'],
  ['a=~"("', 'the regular expression of the label "a" is not valid: missing closing ): "("'],
];
for (const [text, message] of REFUSED)
  test(`refuses ${text}: ${message}`, () =>
    assert.throws(() => parseMatchers(text), { name: 'SyntaxError', message }));

const MATCHES: [text: string, labels: Labels, matches: boolean][] = [
  ['', {}, true],
  ['a=b', { a: 'b' }, true],
  ['a=b', { a: 'bb' }, false],
  ['a=b', {}, false],
  ['a=""', {}, true],
  ['a!=b', {}, true],
  ['a!=""', {}, false],
  ['a=~"b.*"', { a: 'bc' }, true],
  ['a=~"b"', { a: 'bc' }, false],
  ['a=~"b|c"', { a: 'c' }, true],
  ['a=~".*"', {}, true],
  ['a=~".+"', {}, false],
  ['a!~"b.*"', { a: 'bc' }, false],
  ['a!~"b.*"', {}, true],
  // The dot is no line feed, and the expression is not in one group.
  ['a=~"b.*"', { a: 'b\nc' }, false],
  ['a=~"b)|(c"', { a: 'xxc' }, true],
  ['a=b,c=d', { a: 'b' }, false],
  ['constructor=""', {}, true],
];
for (const [text, labels, matches] of MATCHES)
  test(`${text || 'nothing'} ${matches ? 'matches' : 'does not match'} ${JSON.stringify(labels)}`, () =>
    assert.equal(isMatch(parseMatchers(text), labels), matches));

test('prints matchers as Alertmanager does', () => {
  assert.equal(matcherText(matcher('severity', '=', 'critical')), 'severity="critical"');
  assert.equal(matcherText(matcher('a', '=~', 'b"\\\n')), String.raw`a=~"b\"\\\n"`);
  assert.equal(matcherText(matcher('a b', '!=', 'c')), '"a b"!="c"');
  assert.equal(matchersText([matcher('a', '=', 'b'), matcher('c', '!~', 'd')]), 'a="b", c!~"d"');
});

test('reads what it prints', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\uFFFD'));
  const names = fc.oneof(
    fc.constantFrom('a', 'b_c', 'd:e'),
    text.filter((name) => name !== ''),
  );
  const matchers = fc.array(
    fc.record(
      { name: names, op: fc.constantFrom('=' as const, '!=' as const), value: text },
      { noNullPrototype: true },
    ),
  );
  fc.assert(
    fc.property(matchers, (list) => assert.deepEqual(parseMatchers(matchersText(list)), list)),
    { seed: 1, numRuns: 2_000 },
  );
});

test('refuses any other text with a SyntaxError', () => {
  const parts = fc.constantFrom(
    'a',
    'b c',
    '=',
    '!=',
    '=~',
    '!~',
    '"',
    '\\',
    ',',
    '{',
    '}',
    ' ',
    '(',
    'é',
    '\n',
    "'",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (list) => {
      try {
        parseMatchers(list.join(''));
      } catch (error) {
        assert.ok(error instanceof SyntaxError, String(error));
      }
    }),
    { seed: 1, numRuns: 5_000 },
  );
});

for (const text of ['a=', 'a="', '"', '{', ' ', 'a=b,', '\\', 'a="\\'].map((part) => part.repeat(100_000)))
  test(`ends on thousands of ${text.slice(0, 4)}`, () => {
    try {
      parseMatchers(text);
    } catch (error) {
      assert.ok(error instanceof SyntaxError);
    }
  });
