import fc from 'fast-check';

/** A value of a generated file. `NN` becomes a number that makes lines and keys unique. */
type Drawn =
  | { kind: 'inline'; source: string }
  | { kind: 'text'; header: string; lines: string[] }
  | { kind: 'map'; mark: string; step: number; entries: DrawnEntry[] }
  | { kind: 'list'; mark: string; step: number; items: Drawn[] };

interface DrawnEntry {
  above: string[];
  key: string;
  value: Drawn;
  after: string;
}

const inline = fc.record({
  kind: fc.constant('inline' as const),
  source: fc.constantFrom(
    '5',
    'text # why NN',
    '  "a: b # no comment"  ',
    "'it''s' # NN",
    '50Gi',
    'true',
    '1_000',
    '0x1F\t# tab NN',
    'Grüße 🚀',
    '',
    '# nothing NN',
    '~',
    'null # NN',
    '{}',
    '[] # empty NN',
    '{ } ',
    '[1, "x", {y: 2}] # list NN',
    '{a: 1, "b": [x], c: {d: 2}}',
    '{a: {b: }, c, d: ~, e: , }',
    '{"a": {"b": "c"}}',
    '&aNN 5',
    '&aNN {b: 1} # anchor',
    '&aNN # nothing',
    'plain\n    on two lines',
    '{\n    a: 1, # one NN\n    b: 2 # two NN\n    }',
    '[\n    x,\n    # three NN\n    {y: 1},\n    ] # four NN',
  ),
});

const text = fc.record({
  kind: fc.constant('text' as const),
  header: fc.constantFrom('|', '>', '|-', '|+', '>-', '| # text NN', '|2'),
  lines: fc.oneof(
    fc.constant<string[]>([]),
    fc
      .array(fc.constantFrom('keyNN: no key', '# no comment', '', '  deeper', 'text', '{{ .x }}'), {
        maxLength: 4,
      })
      .map((lines) => ['first', ...lines]),
  ),
});

/** Lines between entries. */
const fillers = fc.array(
  fc.constantFrom('', '# about NN', '## about NN {x}:', '    # deeper NN', '# keyNN: 1'),
  {
    maxLength: 3,
  },
);

const mark = fc.constantFrom('', '', '', ' # map NN', ' &mNN', ' &mNN # NN');

const { entry } = fc.letrec<{ entry: DrawnEntry; value: Drawn; map: Drawn; list: Drawn }>((tie) => ({
  entry: fc.record({
    above: fillers,
    key: fc.constantFrom(
      'keyNN',
      'keyNN',
      '"keyNN"',
      "'keyNN'",
      'keyNN.x/y-z',
      'NN',
      'keyNN with spaces',
      'keyNN ',
    ),
    value: tie('value'),
    after: fc.constantFrom('', '', '', '    # behind NN', '# behind NN'),
  }),
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, inline, tie('map'), tie('list'), text),
  map: fc.record({
    kind: fc.constant('map' as const),
    mark,
    step: fc.constantFrom(2, 2, 2, 1, 4, 3),
    entries: fc.array(tie('entry'), { minLength: 1, maxLength: 5 }),
  }),
  list: fc.record({
    kind: fc.constant('list' as const),
    mark,
    step: fc.constantFrom(2, 2, 0, 4),
    items: fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
  }),
}));

/** Whole entries at the top. */
const topFillers = fc.array(
  fc.constantFrom(
    'x-NN: &sNN {a: 1, b: &tNN [2]}\nkeyNNa: *sNN\nkeyNNb: {c: *tNN}',
    'baseNN: &bNN\n  deep: {a: 1}\nkeyNNa:\n  <<: *bNN\n  own: 1\nkeyNNb:\n  own: 1\n  <<: [*bNN]',
  ),
  { maxLength: 1 },
);

/** Values files with at least so many entries at the top. */
export const valuesFiles = ({ minLength, maxLength }: { minLength: number; maxLength: number }) =>
  fc
    .record({
      mark: fc.constantFrom('', '', '\uFEFF', '# first\n---\n', '---\n', '%YAML 1.1\n---\n', '\n# one\n\n'),
      entries: fc.array(entry, { minLength, maxLength }),
      tops: topFillers,
      rest: fc.constantFrom('', '', '# end', '\n\n', '...\n# after', '---\nother: document\nkey1: 1', '---'),
      newline: fc.constantFrom('\n', '\r\n'),
      isEnded: fc.boolean(),
    })
    .map(({ mark, entries, tops, rest, newline, isEnded }) => {
      const number = counter();
      const lines = [
        ...linesOf(entries, 0, number),
        ...tops.flatMap((top) => numbered(top, number()).split('\n')),
      ];
      const body = [...lines, ...(rest === '' ? [] : [rest])].join('\n');
      return (mark + body + (isEnded ? '\n' : '')).replaceAll('\n', newline);
    });

const counter = (): (() => number) => {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
};

const numbered = (source: string, number: number): string => source.replaceAll('NN', String(number));

function linesOf(entries: readonly DrawnEntry[], indent: number, number: () => number): string[] {
  const pad = ' '.repeat(indent);
  const filler = (line: string): string[] => (line === '' ? [''] : [pad + numbered(line, number())]);
  return entries.flatMap(({ above, key, value, after }) => {
    const own = number();
    const [first = '', ...others] = valueLines(value, indent, own, number);
    return [
      ...above.flatMap(filler),
      `${pad}${numbered(key, own)}:${first}`,
      ...others,
      ...(after === '' ? [] : filler(after)),
    ];
  });
}

/** The rest of the line of a key, and the lines below it. */
function valueLines(value: Drawn, indent: number, own: number, number: () => number): string[] {
  const pad = ' '.repeat(indent);
  const indented = (line: string): string => (line === '' ? '' : pad + line);
  if (value.kind === 'inline') {
    const [first = '', ...others] = numbered(value.source, own).split('\n');
    return [first === '' ? '' : ` ${first}`, ...others.map(indented)];
  }
  if (value.kind === 'text')
    return [
      ` ${numbered(value.header, own)}`,
      ...value.lines.map((line) => indented(line === '' ? '' : `  ${numbered(line, own)}`)),
    ];
  const first = numbered(value.mark, own);
  if (value.kind === 'map') return [first, ...linesOf(value.entries, indent + value.step, number)];
  const column = indent + value.step;
  const dash = ' '.repeat(column);
  const items = value.items.flatMap((item) => {
    if (item.kind === 'inline' || item.kind === 'text') {
      const [begin = '', ...others] = valueLines(item, column, number(), number);
      return [`${dash}-${begin}`, ...others];
    }
    const inner =
      item.kind === 'map'
        ? linesOf(item.entries, column + 2, number)
        : valueLines({ ...item, mark: '', step: 2 }, column, number(), number).slice(1);
    const [begin = '', ...others] = inner;
    return [begin.trim() === '' ? `${dash}-` : `${dash}- ${begin.slice(column + 2)}`, ...others];
  });
  return [first, ...items];
}

/** Texts that are easily taken for something else. */
export const trickyTexts = [
  '',
  'null',
  'Null',
  '~',
  'yes',
  'No',
  'on',
  'y',
  'N',
  'true',
  'FALSE',
  '1',
  '-1',
  '+1',
  '1_000',
  '0755',
  '0o7',
  '0x1F',
  '0b1',
  '1.5',
  '.5',
  '1.',
  '1e3',
  '12e03',
  '.inf',
  '-.INF',
  '.nan',
  '2020-01-01',
  '2020-01-01T00:00:00Z',
  '1:30',
  '190:20:30',
  '=',
  '<<',
  'a: b',
  'a:',
  ':a',
  'a #b',
  '#a',
  ' a',
  'a ',
  '- a',
  '-',
  '--',
  '---',
  '...',
  '? a',
  '?',
  '[a]',
  '{a}',
  'a,b',
  '&a',
  '*a',
  '!a',
  '|',
  '>',
  '%a',
  '@a',
  '`a',
  '"',
  "'",
  "it's",
  'say "x"',
  '\\',
  '\\n',
  'a\nb',
  'a\r\nb',
  '\t',
  'a\tb',
  '\u0000',
  '\u0007',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\u2029',
  '\uFEFF',
  '\uFFFE',
  '\uFFFF',
  'Grüße',
  '🚀',
  '👩‍💻',
  '{{ .x }}',
  'http://a.b:80/c?d=e&f#g',
  '50Gi',
  '100m',
  '15d',
  '1Ei',
  '5E',
  '$x',
  'a{b',
  'a]b',
  'a: |',
  'x'.repeat(300),
  'word '.repeat(60).trim(),
  '!!str a',
  '0',
  '00',
  '08',
  '1,000',
  'a  b',
  'a\u200bb',
];

const texts = fc.oneof(
  fc.constantFrom(...trickyTexts),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme-ascii' }),
  fc.string({ unit: fc.constantFrom(...' :#-?,[]{}&*!|>%@`"\'\\=~<0xe1._\n\tay') }),
);

const keys = fc.oneof(
  fc.constantFrom('name', 'grafana.ini', 'a-b', 'x_1', '__proto__', '8080', 'y', 'null', '<<'),
  texts,
);

/** Plain data. */
export const plainData = fc.letrec<{ data: unknown }>((tie) => ({
  data: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    texts,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('data'), { maxLength: 4 }),
    fc.dictionary(keys, tie('data'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).data;

/** New keys below a path. */
export const newKeys = fc.array(fc.oneof(fc.constantFrom('new', 'new.x/y', 'other', '9090', 'off'), texts), {
  maxLength: 3,
});
