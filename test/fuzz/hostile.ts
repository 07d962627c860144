import fc from 'fast-check';

/** Text that steers terminals, ends lines, hides, turns direction, or means something to parsers on the way. */
const PIECES = [
  '\u001b[31m',
  '\u001b]0;title\u0007',
  '\u001b[2J',
  '\u0000',
  '\b\b\b',
  '\r',
  '\r\n',
  '\n',
  '\t',
  '\u007f',
  '\u0085',
  '\u009b31m',
  '\u00ad',
  '\u061c',
  '\u200b',
  '\u200d',
  '\u200f',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u3164',
  '\ufeff',
  '\ufffe',
  '\ud800',
  '\udfff',
  '\u{e0041}',
  '\u{1f600}',
  'e\u0301',
  '$(touch x)',
  "'",
  '"',
  '`',
  '\\',
  '%',
  '%s',
  '%00',
  '../..',
  '/',
  '?a=b',
  '#',
  ',',
  '=',
  ':',
  ';',
  '*',
  '&a',
  '!!js/function',
  '{{',
  '<none>',
  '__proto__',
  'constructor',
  '-',
  '--',
  'x',
  '0',
  'worker-0',
];

/** A text of some of them. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  {
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((pieces) => pieces.join('')),
    weight: 6,
  },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 12 }), weight: 2 },
  { arbitrary: fc.constantFrom(...PIECES, 'x').map((piece) => piece.repeat(5_000)), weight: 1 },
);

/** A value where another type, size, range or depth is expected. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    -0,
    1e308,
    2 ** 53,
    '',
    [],
    {},
    [null],
    [[]],
    [{}],
    ['a', 1],
    { a: null },
    { a: { b: [] } },
    { metadata: null },
    { name: 1 },
    JSON.parse('{"__proto__":{"polluted":"yes"}}'),
    { constructor: { prototype: { polluted: 'yes' } } },
    deep(300),
    Array.from({ length: 2_000 }, () => ({})),
  ),
);

function deep(levels: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
