import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonPathTemplate } from '../../../lib/cli/jsonpath.ts';

const data = {
  items: [
    { name: 'a', count: 3, ready: true, labels: { tier: 'one', 'x.io/rack': 'r1' } },
    { name: 'b', count: 10, ready: false, labels: { 'x.io/rack': 'r2' } },
    { name: 'c]"}', count: 0, labels: {} },
  ],
};

/** What kubectl 1.32 prints of the same data. */
const rows: [template: string, text: string][] = [
  ['', ''],
  ['plain', 'plain'],
  ['{.items[*].name}', 'a b c]"}'],
  ['{$.items[0].name}', 'a'],
  ["{.items[0]['name']}", 'a'],
  ["{.items[0]['name','count']}", 'a 3'],
  ['{.items[-1].count}', '0'],
  ['{.items[0:2].name}', 'a b'],
  ['{.items[:1].name}', 'a'],
  ['{.items[::2].count}', '3 0'],
  ['{.items[0,1].count}', '3 10'],
  ['{.items[0].labels}', '{"tier":"one","x.io/rack":"r1"}'],
  ['{.items[*].labels.x\\.io/rack}', 'r1 r2'],
  ['{.items[0].labels.*}', 'one r1'],
  ['{..tier}', 'one'],
  ['{.items[*].missing}', ''],
  ['{.items[0].name.deeper}', ''],
  ['{.items[?(@.name=="b")].count}', '10'],
  ["{.items[?(@.name=='b')].count}", '10'],
  ['{.items[?(@.name == "c]\\"}")].count}', '0'],
  ['{.items[?(@.name!="b")].count}', '3 0'],
  ['{.items[?(@.count>2)].name}', 'a b'],
  ['{.items[?(@.count<=3)].count}', '3 0'],
  ['{.items[?(@.ready==true)].name}', 'a'],
  ['{.items[?(@.labels.tier)].name}', 'a'],
  ['{.items[?(@.labels.x\\.io/rack=="r2")].name}', 'b'],
  ['{range .items[*]}{.name}{"\\t"}{.count}{"\\n"}{end}', 'a\t3\nb\t10\nc]"}\t0\n'],
  ['{range .items[0:2]}{@.name}:{range .labels.*}{@},{end};{end}', 'a:one,r1,;b:r2,;'],
  ['{range .items[0:2]}{$.name}{end}', 'ab'],
  ["{'it is '}{.items[0].name}", 'it is a'],
  ['{"}"}', '}'],
  ['{ .items[0].count }', '3'],
];
for (const [template, text] of rows)
  test(`${template}`, () => assert.equal(jsonPathTemplate(template)(data), text));

test('selects the whole data', () => {
  for (const template of ['{@}', '{$}', '{.}'])
    assert.equal(jsonPathTemplate(template)({ a: 'x', b: 1 }), '{"a":"x","b":1}');
});

test('escapes control characters and keeps line feeds', () => {
  assert.equal(jsonPathTemplate('{.a}')({ a: 'x\u001b[2J\ny' }), 'x\\x1b[2J\ny');
});

test('ignores inherited properties', () => {
  assert.equal(jsonPathTemplate('{.constructor}{.__proto__}{.items.length}')(data), '');
});

const hint = `Use a template such as '{range .items[*]}{.metadata.name}{"\\n"}{end}', in single quotes.`;
const refused: [template: string, problem: string][] = [
  ['{.items', 'missing closing brace after "{.items"'],
  ['{.a "x}', 'missing closing brace after "{.a "x}"'],
  ['{items}', '"items" is not a valid path'],
  ['{.items[}', '".items[" is not a valid path'],
  ['{.items[0].name .items[1].name}', '".items[0].name .items[1].name" is not a valid path'],
  ['{.items[x]}', '".items[x]" is not a valid path'],
  ['{.items[::0]}', '".items[::0]" is not a valid path'],
  ['{.items[?(process.exit())]}', '".items[?(process.exit())]" is not a valid path'],
  ['{.items[?(@.a=="x" || true)]}', '".items[?(@.a=="x" || true)]" is not a valid path'],
  ['{range .items[*]}{.metadata.name}', '"range" without "end"'],
  ['{end}', '"end" without "range"'],
  ['{range}{end}', '"range" is not a valid path'],
  ['{range .items[}{end}', '".items[" is not a valid path'],
];
for (const [template, problem] of refused)
  test(`refuses ${template}`, () =>
    assert.throws(() => jsonPathTemplate(template), {
      name: 'CommandError',
      kind: 'usage',
      message: `error: invalid jsonpath "${template}": ${problem}`,
      hint,
    }));

test('accepts or refuses any text without another error', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '.items',
    '[',
    ']',
    '*',
    '"',
    "'",
    'range ',
    'end',
    '?(',
    ')',
    '@',
    '\\',
    '..',
    ':',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      try {
        jsonPathTemplate(pieces.join(''))(data);
      } catch (error) {
        assert.equal((error as { kind?: string }).kind, 'usage', String(error));
      }
    }),
    { numRuns: 2000 },
  );
});
