import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { writeDocument } from '../../lib/cli/output.ts';
import { isPrintable, oneLine, printable } from '../../lib/words/text.ts';

const STEERING: [name: string, text: string, shown: string][] = [
  ['an escape sequence', '\u001b[31m', '\\x1b[31m'],
  ['a carriage return', 'a\rb', 'a\\x0db'],
  ['delete', '\u007f', '\\x7f'],
  ['the C1 form of an escape sequence', '\u009b31m', '\\x9b31m'],
  ['an override of direction', '\u202egpj', '\\u202egpj'],
  ['an isolate of direction', '\u2066', '\\u2066'],
  ['a space of no width', 'a\u200bb', 'a\\u200bb'],
  ['a soft hyphen', '\u00ad', '\\xad'],
  ['a byte order mark', '\ufeff', '\\ufeff'],
  ['a filler without ink', '\u3164', '\\u3164'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a paragraph separator', '\u2029', '\\u2029'],
  ['a tag', '\u{e0041}', '\\u{e0041}'],
  ['half of a pair', '\ud83d', '\\ud83d'],
];

describe('characters that control a terminal', () => {
  for (const [name, text, shown] of STEERING)
    test(`escapes ${name}`, () => {
      assert.equal(printable(text), shown);
      assert.equal(isPrintable(text), false);
    });

  test('keeps letters of all scripts, emoji, tabs and line feeds', () => {
    const text = 'Straße 日本 עברית \u{1f600}\te\u0301\n';
    assert.equal(printable(text), text);
    assert.equal(isPrintable(text), true);
  });

  test('escapes tabs and line feeds in one-line text', () => {
    assert.equal(oneLine('a\tb\nc'), 'a\\x09b\\x0ac');
  });
});

describe('documents', () => {
  for (const format of ['json', 'yaml'] as const)
    test(`${format} keeps its meaning and is safe to print`, async () => {
      const texts = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc
          .array(fc.constantFrom(...STEERING.map(([, text]) => text), 'a', ' ', ': ', '#', '\n'))
          .map((all) => all.join('')),
      );
      const values = fc.dictionary(texts, fc.oneof(texts, fc.array(texts)), { noNullPrototype: true });
      await fc.assert(
        fc.asyncProperty(values, async (value) => {
          const written: string[] = [];
          await writeDocument({ write: (text) => written.push(text) }, format, value);
          const text = written.join('');
          assert.equal(isPrintable(text), true, JSON.stringify(text));
          assert.deepEqual(format === 'json' ? JSON.parse(text) : parse(text), value);
        }),
        { numRuns: 200 },
      );
    });
});
