import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editValues } from '../../../lib/values/edit.ts';
import { settingOf, textAfter } from './edit-texts.ts';

const UNSAFE = 'cannot be edited without changing more than that';

/** Texts that are not edited, each with a path, a value and the note. */
const refused: [name: string, text: string, path: string, value: unknown, note: string][] = [
  ['an alias', 'b: &b 1\na: *b\n', 'a', 2, 'a (2) is an alias of the value in line 1'],
  ['a map by an alias', 'b: &b {c: 1}\na: *b\n', 'a.c', 2, 'a (2) is an alias of the value in line 1'],
  ['a new key below an alias', 'b: &b {c: 1}\na: *b\n', 'a.d', 2, 'a (2) is an alias of the value in line 1'],
  [
    'an alias that others have, too',
    'x-b: &b 1\na: *b\nc: *b\n',
    'a',
    2,
    'a (2) is an alias of the value in line 1',
  ],
  [
    'a list by an alias of a part that only aliases read',
    'x-b: &b [1]\na: *b\n',
    'a',
    [2],
    'a (2) is an alias of the value in line 1',
  ],
  ['an anchored value', 'a: &b 1\nc: *b\n', 'a', 2, 'a (1) is an anchored value that line 2 also uses'],
  ['an anchored map', 'a: &b {d: 1}\nc: *b\n', 'a.d', 2, 'a (1) is an anchored value that line 2 also uses'],
  [
    'a map that another merges',
    'a: &b\n  d: 1\nc:\n  <<: *b\n',
    'a.e',
    2,
    'a (1) is an anchored value that line 4 also uses',
  ],
  [
    'an anchor without a value that others have, too',
    'a: &b\nc: *b\n',
    'a.d',
    2,
    'a (1) is an anchored value that line 2 also uses',
  ],
  ['a list with an anchor', 'a:\n  - &b 1\nc: *b\n', 'a', [2], 'a (1) has an anchor that line 3 uses'],
  [
    'a list with an anchor that only aliases read',
    'a:\n  - &b 1\nx-c: *b\n',
    'a',
    [2],
    'a (1) has an anchor that line 3 uses',
  ],
  ['an alias inside an anchored map', 'x-a: &a {b: &b 1}\nc: *b\nd: *a\n', 'c', 2, `c (2) ${UNSAFE}`],
  ['a merged key', 'x-b: &b {c: 1}\na:\n  <<: *b\n', 'a.c', 2, 'a.c (3) comes from a merge key (<<)'],
  [
    'a map from a merge key',
    'x-b: &b {c: {d: 1}}\na:\n  <<: [*b]\n  e: 1\n',
    'a.c.f',
    2,
    'a.c (3) comes from a merge key (<<)',
  ],
  ['a template', 'a: "{{ .x }}"\n', 'a', 2, 'a (1) is a template'],
  ['a variable', `a: x-\${x}\n`, 'a', 2, 'a (1) is a template'],
  ['a template without quotes', 'a: {{ .x }}\n', 'a', 2, 'a (1) contains a template'],
  ['a template elsewhere', 'b:\n  - {{ .x }}\na: 1\n', 'a', 2, 'b.0 (2) contains a template'],
  ['a template as a map', 'a: "{{ .x }}"\n', 'a.b', 2, 'a (1) is a template'],
  ['templates in a list', "a:\n  - x\n  - '{{ .x }}'\n", 'a', [2], 'a (1) contains a template'],
  ['a block of text', 'a: |\n  x\n', 'a', 'y', 'a (1) spans several lines'],
  ['a folded block', 'a: >-\n  x\n', 'a', 'y', 'a (1) spans several lines'],
  ['two lines', 'a: x\n  z\n', 'a', 'y', 'a (1) spans several lines'],
  ['two lines in quotes', 'a: "x\n  z"\n', 'a', 'y', 'a (1) spans several lines'],
  ['a text as a map', 'a: |\n  b: 1\n', 'a.b', 2, 'a (1) is not a map'],
  ['a number as a map', 'a:\n  b: 1\n', 'a.b.c', 2, 'a.b (2) is not a map'],
  ['an empty text as a map', 'a: ""\n', 'a.b', 2, 'a (1) is not a map'],
  ['a list as a map', 'a:\n  b: [c]\n', 'a.b.0', 2, 'a.b (2) is a list'],
  ['an empty list as a map', 'a: []\n', 'a.b', 2, 'a (1) is a list'],
  ['an entry of a list', 'a:\n  - {b: 1}\n', 'a.0', {}, 'a (1) is a list'],
  ['an entry that is not there', 'a:\n  - b: 1\n', 'a.1.b', 2, 'a (1) is a list'],
  ['an entry that is empty', 'a:\n  - {}\n', 'a.0.b', 2, 'a (1) is a list'],
  ['something inside an entry', 'a:\n  - x\n  - b: [1]\n', 'a.1.b.0', 2, 'a.1.b (3) is a list'],
  [
    'an anchored entry',
    'a:\n  - x\n  - &b\n    c: 1\nd: *b\n',
    'a.1.c',
    2,
    'a.1 (3) is an anchored value that line 5 also uses',
  ],
  ['a key that is set twice', 'a: 1\nb: 1\na: 2\n', 'a', 3, 'a (1) is set twice: see also line 3'],
  ['a map that is set twice', 'a: {c: 1}\na: {}\n', 'a.b', 3, 'a (1) is set twice: see also line 2'],
  ['keys that mean the same', 'yes: 1\n"true": 2\n', 'true', 3, 'true (1) is set twice: see also line 2'],
  ['a question mark', '? a\n: 1\n', 'a', 2, 'a (1) is written with a question mark'],
  ['a key that is a list', 'a: 1\n? [b]\n: 1\n', 'a', 2, '[b] (2) has a key that is not text'],
  ['a key that is a map', 'a: {b: {{c: 1}: 1}}\n', 'a.b.d', 2, 'a.b (1) contains a template'],
  ['a list as the document', '- a: 1\n', 'a', 2, 'a (1) cannot be set in a document that is not a map'],
  ['a text as the document', 'a\n', 'b', 2, 'b (1) cannot be set in a document that is not a map'],
  ['a number with the tag of a text', 'a: !!str 5\n', 'a', 6, `a (1) ${UNSAFE}`],
  ['what JSON does not have', 'a: 5\n', 'a', Number.NaN, `a (1) ${UNSAFE}`],
  ['half of a surrogate pair', 'a: 5\n', 'a', '\ud83d', `a (1) ${UNSAFE}`],
  [
    'a block of text without a newline',
    'a:\n  b: |\n    x',
    'a.c',
    2,
    'a.c (2) cannot be added after a block of text without a line break at its end',
  ],
  [
    'a block of text without a newline in a list',
    'a:\n  - |\n    x',
    'a',
    ['x\n', 2],
    'a (1) cannot be added after a block of text without a line break at its end',
  ],
];

for (const [name, text, path, value, note] of refused)
  test(`editValues refuses ${name}`, () => {
    const setting = settingOf({ path, value });
    assert.equal(textAfter(text, setting), note);
    const edited = editValues(text, [{ path: ['zz'], value: 1 }, setting]);
    if ('text' in edited) assert.fail('one of the settings is refused');
    assert.match(edited.note.hint, /^[A-Z].*\.$/);
  });

test('editValues refuses an empty document, unless it is the first', () => {
  const edited = editValues('a: 1\n---\n# empty\n', [{ path: ['a'], value: 2 }], 1);
  assert.deepEqual('note' in edited && [edited.note.path, edited.note.reason], [
    ['a'],
    'belongs in a document that is empty',
  ]);
});

test('editValues refuses a path without keys', () => {
  const edited = editValues('a: 1\n', [{ path: [], value: {} }]);
  assert.ok('note' in edited);
});
