import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { planEdit } from '../../../lib/values/plan-edit.ts';

/** Lines between the keys of a map. `#` becomes a number that makes the key unique. */
const filler = fc.array(
  fc.constantFrom(
    '',
    '# a comment: with {braces} and "quotes"',
    'key#: value # why',
    'key#:   "a: b # no comment"',
    "key#: 'it''s'",
    'key#: {a: 1, b: [x, "y"]}  ',
    'key#: &anchor# 50Gi',
    'key#: |-\n  text: not a key\n  # nor a comment\n',
    'key#: >\n  folded\n\n  text',
    'key#:\n- 1\n-   - 2\n    # deep\n    - {}',
    '"storage#": 50Gi',
    'key#: !custom {storage: 50Gi}',
    'key#: Grüße 🚀',
  ),
  { maxLength: 4 },
);

const layout = fc.record({
  /** Before and after the key at each depth. */
  above: fc.array(filler, { minLength: 12, maxLength: 12 }),
  below: fc.array(filler, { minLength: 12, maxLength: 12 }),
  prefix: fc.subarray(['platform', 'kube-prometheus-stack', 'spec', 'values']),
  quote: fc.constantFrom('', '"', "'"),
  before: fc.constantFrom('', '  ', ' &mine ', ' !!str '),
  after: fc.constantFrom('', ' # the size', '   '),
  newline: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF', '# first\n---\n'),
  end: fc.boolean(),
  limited: fc.boolean(),
});

type Layout = typeof layout extends fc.Arbitrary<infer L> ? L : never;

const KEYS = [
  'prometheus',
  'prometheusSpec',
  'storageSpec',
  'volumeClaimTemplate',
  'spec',
  'resources',
  'requests',
];

test('planEdit changes only the size and the limit, whatever surrounds them', () => {
  fc.assert(
    fc.property(layout, (drawn) => {
      const before = rendered(drawn, { size: '50Gi', retentionSize: '40GB' });
      const after = rendered(drawn, { size: '100Gi', retentionSize: '80GB' });
      const edit = planEdit(before, { component: 'metrics', size: '100Gi' });
      assert.deepEqual(edit.notes, []);
      assert.equal(edit.text, after);
      assert.equal(edit.changes.length, drawn.limited ? 2 : 1);
      for (const { line, from } of edit.changes) assert.ok(before.split('\n')[line - 1]?.includes(from));
      assert.deepEqual(planEdit(after, { component: 'metrics', size: '100Gi' }).changes, []);
    }),
  );
});

/** A file of values with these two, and all else as it was drawn. */
function rendered(
  { above, below, prefix, quote, before, after, newline, mark, end, limited }: Layout,
  { size, retentionSize }: { size: string; retentionSize: string },
): string {
  let number = 0;
  const indented = (text: string, depth: number): string[] =>
    text.split('\n').map((line) => (line === '' ? '' : '  '.repeat(depth) + line));
  const filled = (lines: string[] = [], depth: number): string[] =>
    lines.flatMap((line) => {
      number += 1;
      return indented(line.replaceAll(/(key|storage|anchor)#/g, `$1${number}`), depth);
    });
  const keys = [...prefix, ...KEYS];
  const inner = (depth: number): string[] => {
    const key = keys[depth];
    const own =
      key === undefined
        ? indented(`storage: ${before}${quote}${size}${quote}${after}`, depth)
        : [...indented(`${key}:`, depth), ...inner(depth + 1)];
    const limit = limited && keys[depth - 1] === 'prometheusSpec';
    return [
      ...filled(above[depth], depth),
      ...own,
      ...(limit ? indented(`retentionSize: ${quote}${retentionSize}${quote}`, depth) : []),
      ...filled(below[depth], depth),
    ];
  };
  const text = mark + inner(0).join('\n') + (end ? '\n' : '');
  return text.replaceAll('\n', newline);
}
