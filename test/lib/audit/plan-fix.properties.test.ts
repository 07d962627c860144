import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { planFix } from '../../../lib/audit/plan-fix.ts';
import { beforeAndAfter, judgedText } from './file-texts.ts';

/** Lines between the keys of a map. `#` becomes a number that makes the key unique. */
const filler = fc.array(
  fc.constantFrom(
    '',
    '# a comment: with $kept and "quotes"',
    'key#: value # $kept',
    'key#:   "a: b # no comment"',
    'key#: {a: 1, b: [x, "y"]}  ',
    'key#: &anchor# 50Gi',
    'key#: |-\n  text: not a key\n  # nor a comment\n',
    'key#: >\n  folded\n\n  text',
    'key#:\n- 1\n-   - 2\n    # deep\n    - {}',
    'key#: !custom {url: http://10.0.0.1/}',
    'key#: Grüße \u{1F680}',
  ),
  { maxLength: 3 },
);

/** A value as it may be written, alone on its line or in a block below it. */
const written = fc.constantFrom(
  'url: $image',
  'url: "$image" # why',
  "url:   '$image'  ",
  'url: !!str $image',
  'url: &url $image',
  'url: |\n  $image',
  'url: |- # why\n    $image',
  '"url": $image\nchecksum: $sum',
  'url: $image\nchecksum: |+\n  $sum\n',
);

const layout = fc.record({
  fillers: fc.array(filler, { minLength: 12, maxLength: 12 }),
  images: fc.array(written, { minLength: 1, maxLength: 3 }),
  inText: fc.boolean(),
  newline: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF', '# first\n---\n'),
  end: fc.constantFrom('', '\n', '\n...\n'),
});

type Layout = typeof layout extends fc.Arbitrary<infer L> ? L : never;

test('planFix changes only the addresses, whatever surrounds them', () => {
  fc.assert(
    fc.property(layout, (drawn) => {
      const [before, after] = beforeAndAfter(rendered(drawn));
      for (const { errors } of parseAllDocuments(before)) assert.deepEqual(errors, []);
      const { text, fixed } = planFix(before, judgedText(before), new Set());
      assert.equal(text, after);
      for (const { finding, spans } of fixed)
        for (const { start, end } of spans) {
          const { line, column, endLine, endColumn } = finding.file;
          assert.equal(before.slice(start, end), finding.value.trim());
          assert.equal(before.split('\n')[line - 1]?.slice(column - 1, endColumn - 1), finding.value.trim());
          assert.equal(endLine, line);
        }
      assert.deepEqual(planFix(after, judgedText(after), new Set()).fixed, []);
    }),
  );
});

/** Machines with these images, a document each, and all else as it was drawn. */
function rendered({ fillers, images, inText, newline, mark, end }: Layout): string {
  let number = 0;
  const indented = (text: string, depth: number): string => text.replaceAll(/^(?=.)/gm, '  '.repeat(depth));
  const filled = (at: number, depth: number): string[] =>
    (fillers[at % fillers.length] ?? []).map((line) => {
      number += 1;
      return indented(line.replaceAll(/(key|anchor)#/g, `$1${number}`), depth);
    });
  const documents = images.map((image, index) =>
    [
      'kind: Metal3Machine',
      ...filled(4 * index, 0),
      'spec:',
      ...filled(4 * index + 1, 1),
      '  image:',
      ...filled(4 * index + 2, 2),
      indented(image, 2),
      ...filled(4 * index + 3, 2),
    ].join('\n'),
  );
  const text = inText
    ? [
        'kind: ConfigMap',
        'data:',
        ...documents.map((one, index) => `  a${index}: |\n${indented(one, 2)}\n`),
      ].join('\n')
    : documents.join('\n---\n');
  return (mark + text + end).replaceAll('\n', newline);
}
