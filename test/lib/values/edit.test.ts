import assert from 'node:assert/strict';
import { test } from 'node:test';
import { YamlSyntaxError } from '../../../lib/input/yaml-documents.ts';
import { editValues } from '../../../lib/values/edit.ts';
import { type Row, settingOf, textAfter } from './edit-texts.ts';

/** `name`, `before`, `path`, `value`, `after`, `comment`. */
const rows = (
  ...given: [name: string, before: string, path: string, value: unknown, after: string, comment?: string[]][]
): Row[] =>
  given.map(([name, before, path, value, after, comment]) => ({
    name,
    before,
    path,
    value,
    after,
    ...(comment && { comment }),
  }));

const scalars = rows(
  ['a number', 'a: 1\n', 'a', 2, 'a: 2\n'],
  ['a value with a comment', 'a:   1   # why\nb: 1\n', 'a', 2, 'a:   2   # why\nb: 1\n'],
  ['a tab before a comment', 'a: 1\t# why\n', 'a', 2, 'a: 2\t# why\n'],
  ['a plain text', 'a: x\n', 'a', 'y z', 'a: y z\n'],
  ['a size', 'a: 50Gi\n', 'a', '100Gi', 'a: 100Gi\n'],
  ['a text in double quotes', 'a: "x" # why\n', 'a', 'y', 'a: "y" # why\n'],
  ['a text in single quotes', "a: 'x'\n", 'a', 'y', "a: 'y'\n"],
  ['an apostrophe in single quotes', "a: 'x'\n", 'a', "it's", "a: 'it''s'\n"],
  ['a line break in single quotes', "a: 'x'\n", 'a', 'b\nc', 'a: "b\\nc"\n'],
  ['a quote in double quotes', 'a: "x"\n', 'a', 'b"\\', 'a: "b\\"\\\\"\n'],
  ['a number in the place of a text', 'a: "1"\n', 'a', 1, 'a: 1\n'],
  ['a text in the place of a number', 'a: 1\n', 'a', '1', 'a: "1"\n'],
  ['a boolean', 'a: "true"\n', 'a', true, 'a: true\n'],
  ['null', 'a: x # why\n', 'a', null, 'a: null # why\n'],
  ['an empty text', 'a: x\n', 'a', '', 'a: ""\n'],
  ['an empty map', 'a: x\n', 'a', {}, 'a: {}\n'],
  ['an empty list', 'a: x\n', 'a', [], 'a: []\n'],
  ['a key without a value', 'a:\nb: 1\n', 'a', 2, 'a: 2\nb: 1\n'],
  ['a key without a value and a comment', 'a: # why\nb: 1\n', 'a', 'x', 'a: x # why\nb: 1\n'],
  ['a value on its own line', 'a:\n  # why\n  x # that\nb: 1\n', 'a', 'z', 'a:\n  # why\n  z # that\nb: 1\n'],
  ['an anchor that is not used', 'a: &a 1 # why\n', 'a', 2, 'a: &a 2 # why\n'],
  ['an anchor without a value', 'a: &a\nb: 1\n', 'a', 2, 'a: &a 2\nb: 1\n'],
  ['a tag', 'a: !!str 5\n', 'a', '6', 'a: !!str "6"\n'],
  ['a key in quotes', '"a": x\n\'b\': y\n', 'b', 'z', '"a": x\n\'b\': z\n'],
  ['a key that is a number', '0x10: x\n', '16', 'z', '0x10: z\n'],
  ['a key that is a boolean', 'yes: x\n', 'true', 'z', 'yes: z\n'],
  ['a key with an anchor', '&k a: x\nb: *k\n', 'a', 'z', '&k a: z\nb: *k\n'],
  ['a space before the colon', 'a : x\n', 'a', 'z', 'a : z\n'],
  ['a value below an anchor', 'a: &a\n  b: 1\n', 'a.b', 2, 'a: &a\n  b: 2\n'],
  ['a value in an entry of a list', 'a:\n- x\n- b: 1\n  c: 2\n', 'a.1.c', 3, 'a:\n- x\n- b: 1\n  c: 3\n'],
  ['a value in an entry with an anchor', 'a:\n- &a\n  b: 1\n', 'a.0.b', 3, 'a:\n- &a\n  b: 3\n'],
  ['a value in brackets', 'a: {b: x, c: [1, 2]} # why\n', 'a.b', 'z', 'a: {b: z, c: [1, 2]} # why\n'],
  ['a text with a colon in brackets', 'a: {b: x}\n', 'a.b', 'http://c', 'a: {b: "http://c"}\n'],
  ['a key without a value in brackets', 'a: {b, c: , d: }\n', 'a.b', 1, 'a: {b: 1, c: , d: }\n'],
  ['a key with a colon in brackets', 'a: {b, c: , d: }\n', 'a.c', 1, 'a: {b, c: 1 , d: }\n'],
  ['JSON', '{"a": {"b": 1}}\n', 'a.b', 'x', '{"a": {"b": "x"}}\n'],
  [
    'a map by a scalar',
    'a: # why\n  b: 1\n  c: 2 # that\n# after\nd: 1\n',
    'a',
    5,
    'a: 5 # why\n# after\nd: 1\n',
  ],
  ['a list by null', 'a:\n- 1\n- 2\nb: 1\n', 'a', null, 'a: null\nb: 1\n'],
);

const collections = rows(
  [
    'a list',
    'a:\n  # first\n  - x\n  # second\n  - y # why\n\n# after\nb: 1\n',
    'a',
    ['z', { k: 1, l: [2] }],
    'a:\n  - z\n  - k: 1\n    l:\n      - 2\n\n# after\nb: 1\n',
  ],
  ['a list that is not indented', 'a:\n- x\n- z\nb: 1\n', 'a', ['w', 'v'], 'a:\n- w\n- v\nb: 1\n'],
  [
    'a map, with its indentation',
    'a: # why\n    b: 1\n    # gone\n    c: 2\nd:\n  e: 1\nf:\n  g: 1\n',
    'a',
    { k: 1, l: { m: 2 } },
    'a: # why\n    k: 1\n    l:\n      m: 2\nd:\n  e: 1\nf:\n  g: 1\n',
  ],
  ['a map by a list', 'a:\n  b: 1\nc:\n- 1\n', 'a', [{ d: 1 }], 'a:\n- d: 1\nc:\n- 1\n'],
  ['a list by a map', 'a:\n- 1\nc:\n    d: 1\n', 'a', { e: 1 }, 'a:\n    e: 1\nc:\n    d: 1\n'],
  ['a list with an anchor', 'a: &a # why\n  - 1\nb: 1\n', 'a', [2], 'a: &a # why\n  - 2\nb: 1\n'],
  ['an anchor on its own line', 'a:\n  &a\n  - 1\nb: 1\n', 'a', [2], 'a:\n  &a\n  - 2\nb: 1\n'],
  ['an empty list', 'a: [] # why\nb: 1\n', 'a', ['x'], 'a: # why\n  - x\nb: 1\n'],
  ['a list in brackets', 'a: [1, 2] # why\n', 'a', [3, { b: 'y' }], 'a: [3, {b: "y"}] # why\n'],
  [
    'brackets on several lines',
    'a: [\n  1, # one\n  2,\n  ] # why\nb: 1\n',
    'a',
    [3],
    'a: [3] # why\nb: 1\n',
  ],
  ['JSON', '{"a": [1]}\n', 'a', [{ b: 'x' }], '{"a": [{"b": "x"}]}\n'],
  ['a scalar by a list', 'a: 5 # why\nb: 1\n', 'a', [1, []], 'a: # why\n  - 1\n  - []\nb: 1\n'],
  ['a scalar on its own line by a list', 'a:\n  5 # why\nb: 1\n', 'a', [1], 'a:\n  [1] # why\nb: 1\n'],
  ['a scalar in brackets by a map', 'a: {b: 5, c: 1}\n', 'a.b', { d: null }, 'a: {b: {d: null}, c: 1}\n'],
  ['a list at the end of a file', 'a:\n  - 1\n  - 2', 'a', [3], 'a:\n  - 3'],
  ['a block of text in a list', 'a:\n  - |\n    x\n\n    y\n\n\nb: 1\n', 'a', [3], 'a:\n  - 3\n\n\nb: 1\n'],
  ['a list of lists', 'a: x\n', 'a', [[1, [2]], [{ b: [] }]], 'a:\n  - - 1\n    - - 2\n  - - b: []\n'],
  [
    'a list that grows',
    'a:\n  - x # one\n  # two\n  - z: 1\n    # inside\n# after\nb: 1\n',
    'a',
    ['x', { z: 1 }, { v: 1, w: 2 }],
    'a:\n  - x # one\n  # two\n  - z: 1\n    # inside\n  - v: 1\n    w: 2\n# after\nb: 1\n',
  ],
  [
    'a list that grows at its beginning',
    'a: # why\n# one\n# two\n- x\n- z\nb: 1\n',
    'a',
    [{ v: 1, w: 2 }, 'x', 'z'],
    'a: # why\n- v: 1\n  w: 2\n# one\n# two\n- x\n- z\nb: 1\n',
  ],
  [
    'a list that grows at its beginning, with CRLF',
    'a:\r\n\r\n  # one\r\n  - x\r\n',
    'a',
    ['v', 'x'],
    'a:\r\n\r\n  - v\r\n  # one\r\n  - x\r\n',
  ],
  [
    'a list that grows before a block of text',
    'a:\n  - |\n    x',
    'a',
    [1, 'x\n'],
    'a:\n  - 1\n  - |\n    x',
  ],
  [
    'brackets that grow at their beginning',
    'a: [ x, {z: 1} ]\n',
    'a',
    ['v', 'x', { z: 1 }],
    'a: [ v, x, {z: 1} ]\n',
  ],
  ['brackets that grow', 'a: [x, z] # why\n', 'a', ['x', 'z', { v: 1 }], 'a: [x, z, {v: 1}] # why\n'],
  [
    'brackets that grow by lines',
    'a: [\n  x, # one\n  z # two\n  ]\n',
    'a',
    ['x', 'z', 'v', 'w'],
    'a: [\n  x, # one\n  z, # two\n  v,\n  w\n  ]\n',
  ],
);

const missing = rows(
  ['behind the last entry', 'a:\n  b: 1 # why\nc: 1\n', 'a.d', 2, 'a:\n  b: 1 # why\n  d: 2\nc: 1\n'],
  [
    'below several new keys',
    'a:\n    b: 1\nc: 1\n',
    'a.d.e.f',
    2,
    'a:\n    b: 1\n    d:\n        e:\n            f: 2\nc: 1\n',
  ],
  ['a list', 'a: 1\n', 'b', [{ c: 'x', d: 1 }], 'a: 1\nb:\n  - c: x\n    d: 1\n'],
  ['a list, as the file indents', 'a:\n- 1\n', 'b', [1], 'a:\n- 1\nb:\n- 1\n'],
  [
    'before comments of the next key',
    'a:\n  b: 1\n\n  # about c\n  # c: 1\n# about d\nd: 1\n',
    'a.e',
    2,
    'a:\n  b: 1\n  e: 2\n\n  # about c\n  # c: 1\n# about d\nd: 1\n',
  ],
  [
    'behind comments of the last entry',
    'a:\n  b:\n    c: 1\n    # d: 1\n\n      # e: 1\n\n  # about f\ng: 1\n',
    'a.h',
    2,
    'a:\n  b:\n    c: 1\n    # d: 1\n\n      # e: 1\n  h: 2\n\n  # about f\ng: 1\n',
  ],
  [
    'behind a block of text',
    'a:\n  b: |\n    x\n\n\nc: 1\n',
    'a.d',
    2,
    'a:\n  b: |\n    x\n  d: 2\n\n\nc: 1\n',
  ],
  ['behind a block of text that keeps its lines', 'a: |+\n  x\n\n\n', 'b', 2, 'a: |+\n  x\n\n\nb: 2\n'],
  ['behind lines of spaces in a block', 'a: |\n  x\n   \n\n', 'b', 2, 'a: |\n  x\n   \nb: 2\n\n'],
  ['behind a stripped block at the end', 'a: |-\n  x', 'b', 2, 'a: |-\n  x\nb: 2'],
  [
    'behind a folded text',
    'a: x\n  y\n\n  z\nb: "q\n  r"\n',
    'c',
    2,
    'a: x\n  y\n\n  z\nb: "q\n  r"\nc: 2\n',
  ],
  ['behind a list', 'a:\n- x\n-\nb:\n- x\n- # why\n', 'c', 2, 'a:\n- x\n-\nb:\n- x\n- # why\nc: 2\n'],
  ['behind an alias', 'x: &x 1\ny: *x # why\n', 'a', 2, 'x: &x 1\ny: *x # why\na: 2\n'],
  ['behind a key without a value', 'a:\n  b: # why\nc: 1\n', 'a.d', 2, 'a:\n  b: # why\n  d: 2\nc: 1\n'],
  ['behind a merge key', 'x: &x {b: 1}\na:\n  <<: *x\n', 'a.d', 2, 'x: &x {b: 1}\na:\n  <<: *x\n  d: 2\n'],
  ['behind a key with a question mark', '? a\n: 1\n? b\n', 'c', 2, '? a\n: 1\n? b\nc: 2\n'],
  ['in a map that is indented', '  a: 1\n', 'b', 2, '  a: 1\n  b: 2\n'],
  [
    'in an entry of a list',
    'a:\n  - b: 1\n  - c: 1\n',
    'a.0.d.e',
    2,
    'a:\n  - b: 1\n    d:\n      e: 2\n  - c: 1\n',
  ],
  ['in an entry of a list in brackets', 'a: [{b: 1}]\n', 'a.0.d.e', 2, 'a: [{b: 1, d: {e: 2}}]\n'],
  ['in an empty map', 'a: {} # why\nb: 1\n', 'a.c.d', 2, 'a: # why\n  c:\n    d: 2\nb: 1\n'],
  ['in an empty map on its own line', 'a:\n  {}\nb: 1\n', 'a.c', 2, 'a:\n  {c: 2}\nb: 1\n'],
  ['in a key without a value', 'a:\n# about b\nb: 1\n', 'a.c', 2, 'a:\n  c: 2\n# about b\nb: 1\n'],
  ['in null', 'a: null # why\nb: ~\n', 'a.c', 2, 'a: # why\n  c: 2\nb: ~\n'],
  ['in another null', 'a: null\nb: ~\n', 'b.c', 2, 'a: null\nb:\n  c: 2\n'],
  ['in an anchor without a value', 'a: &a # why\nb: 1\n', 'a.c', 2, 'a: &a # why\n  c: 2\nb: 1\n'],
  ['in brackets', 'a: {b: 1, c: {}} # why\n', 'a.d.e', 'x', 'a: {b: 1, c: {}, d: {e: x}} # why\n'],
  ['in an empty map in brackets', 'a: {b: 1, c: {}} # why\n', 'a.c.d', [1], 'a: {b: 1, c: {d: [1]}} # why\n'],
  ['in null in brackets', 'a: {b: , c: ~}\n', 'a.c.d', 1, 'a: {b: , c: {d: 1}}\n'],
  ['behind a comma in brackets', 'a: {b: 1, }\n', 'a.c', 2, 'a: {b: 1, c: 2 }\n'],
  ['behind an empty value in brackets', 'a: {b:}\n', 'a.c', 2, 'a: {b: , c: 2}\n'],
  [
    'in brackets on several lines',
    'a: {\n    b: 1 # why\n    }\n',
    'a.c',
    2,
    'a: {\n    b: 1, # why\n    c: 2\n    }\n',
  ],
  ['in brackets with a comma', 'a: {\n  b: 1, # why\n }\n', 'a.c', 2, 'a: {\n  b: 1, # why\n  c: 2\n }\n'],
  [
    'in JSON',
    '{\n  "a": {\n    "b": 1\n  }\n}\n',
    'a.c',
    'x',
    '{\n  "a": {\n    "b": 1,\n    "c": "x"\n  }\n}\n',
  ],
  [
    'keys that need quotes',
    'a: 1\n',
    'null',
    { '8080': { 'b: c': 1, y: 2 } },
    'a: 1\n"null":\n  "8080":\n    "b: c": 1\n    "y": 2\n',
  ],
);

const files = rows(
  ['an empty file', '', 'a.b', 1, 'a:\n  b: 1\n'],
  ['a byte order mark', '\uFEFF', 'a', 1, '\uFEFFa: 1\n'],
  ['a byte order mark before a key', '\uFEFFa: 1\n', 'b', 1, '\uFEFFa: 1\nb: 1\n'],
  ['a byte order mark before an empty map', '\uFEFF{}\n', 'b', 1, '\uFEFFb: 1\n'],
  ['a byte order mark before an end', '\uFEFF...\n', 'a', 1, '\uFEFFa: 1\n...\n'],
  ['comments', '# one\n\n# two\n', 'a', 1, '# one\n\n# two\na: 1\n'],
  ['comments without a newline', '# one', 'a', 1, '# one\na: 1'],
  ['CRLF', '# one\r\na: 1\r\nb:\r\n  - 1\r\n', 'b', [2, 3], '# one\r\na: 1\r\nb:\r\n  - 2\r\n  - 3\r\n'],
  ['CRLF at the end', 'a: 1\r\nb: 1', 'c', [2], 'a: 1\r\nb: 1\r\nc:\r\n  - 2'],
  ['LF in a file of CRLF', 'a: 1\r\nb:\n  c: 1\nd: 1\r\n', 'b.e', 2, 'a: 1\r\nb:\n  c: 1\n  e: 2\nd: 1\r\n'],
  ['no newline at the end', 'a: 1', 'b', 1, 'a: 1\nb: 1'],
  ['no newline after a replaced value', 'a: 1', 'a', [1], 'a:\n  - 1'],
  ['an empty map', '{}', 'a.b', 1, 'a:\n  b: 1'],
  ['an empty map with a comment', '# one\n{} # two\n', 'a', 1, '# one\na: 1 # two\n'],
  ['an empty map behind a marker', '--- {}\n', 'a', 1, '---\na: 1\n'],
  ['null', '~\n', 'a', 1, 'a: 1\n'],
  ['a marker', '---', 'a', 1, '---\na: 1'],
  ['a marker behind comments', '# one\n---\n# two\n', 'a', 1, '# one\n---\n# two\na: 1\n'],
  ['a directive', '%YAML 1.1\n---\n# two\n', 'a', 1, '%YAML 1.1\n---\n# two\na: 1\n'],
  ['an empty first document', '---\n# one\n---\nb: 1\n', 'b', 2, '---\n# one\nb: 2\n---\nb: 1\n'],
  [
    'an empty first document with an end',
    '---\n# one\n...\n# two\n',
    'b',
    2,
    '---\n# one\nb: 2\n...\n# two\n',
  ],
  ['an end of the document', 'a: 1\n...\n# after\n', 'b', 2, 'a: 1\nb: 2\n...\n# after\n'],
  ['a second document', 'a: 1\n\n# one\n---\na: 1\nb: 1\n', 'b', 2, 'a: 1\nb: 2\n\n# one\n---\na: 1\nb: 1\n'],
);

const comments = rows(
  [
    'above a new key',
    'a:\n  b: 1\n',
    'a.c',
    2,
    'a:\n  b: 1\n  # one\n  #\n  # two\n  c: 2\n',
    ['one', '', 'two'],
  ],
  ['above the last of new keys', 'a: 1\n', 'b.c', 2, 'a: 1\nb:\n  # why\n  c: 2\n', ['why']],
  ['above a key that is there', 'a:\n  b: 1\n', 'a.b', 2, 'a:\n  # why\n  b: 2\n', ['why']],
  ['not twice', 'a:\n  # why\n  b: 1\n', 'a.b', 2, 'a:\n  # why\n  b: 2\n', ['why']],
  ['in the first line', '\uFEFFa: 1\n', 'a', 2, '\uFEFF# why\na: 2\n', ['why']],
  ['above a list that grows', 'a:\r\n- 1\r\n', 'a', [1, 2], '# why\r\na:\r\n- 1\r\n- 2\r\n', ['why']],
  [
    'above brackets',
    'a:\n  b: {c: {d: 1}}\n',
    'a.b.c.e',
    2,
    'a:\n  # why\n  b: {c: {d: 1, e: 2}}\n',
    ['why'],
  ],
  ['not in JSON', '{"a": 1}\n', 'a', 2, '{"a": 2}\n', ['why']],
  ['on one line each', 'a: 1\n', 'b', 2, 'a: 1\n# x\\x0ab: 3\nb: 2\n', ['x\nb: 3']],
);

const scratch = rows(
  [
    'an alias of a part that only aliases read',
    'x-a: {b: &b 1}\na: *b # why\n',
    'a',
    2,
    'x-a: {b: &b 2}\na: *b # why\n',
  ],
  ['an anchor that only such a part reads', 'a: &b 1\n_a: *b\n', 'a', 2, 'a: &b 2\n_a: *b\n'],
  ['a map below an alias', 'x-a: &a\n  b: 1\na: *a\n', 'a.c', 2, 'x-a: &a\n  b: 1\n  c: 2\na: *a\n'],
);

for (const [what, table] of Object.entries({ scalars, collections, missing, files, comments, scratch }))
  for (const { name, before, after, ...row } of table)
    test(`editValues, ${what}: ${name}`, () => {
      assert.equal(textAfter(before, settingOf(row)), after);
      assert.deepEqual(editValues(after, [settingOf(row)]), { text: after, changes: [] });
    });

test('editValues edits the document of a manifest', () => {
  const text =
    'apiVersion: v1\nkind: Namespace\n---\napiVersion: a/v2\nkind: HelmRelease\nspec:\n  values:\n    ui: {replicas: 1}\n';
  const path = ['spec', 'values', 'ui', 'replicas'];
  assert.deepEqual(editValues(text, [{ path, value: 2 }]), {
    text: text.replace('1}', '2}'),
    changes: [{ path, line: 8, from: 1, to: 2 }],
  });
});

test('editValues edits the document with the given index', () => {
  const release = 'apiVersion: a/v2\nkind: HelmRelease\nspec:\n  values: {a: 1}\n';
  const setting = { path: ['spec', 'values', 'a'], value: 2 };
  assert.equal(
    textAfter(`${release}---\n${release}`, setting),
    'spec.values.a (1) is in several documents: see also line 6',
  );
  const edited = editValues(`${release}---\n${release}`, [setting], 1);
  assert.equal('text' in edited && edited.text, `${release}---\n${release.replace('1}', '2}')}`);
});

test('editValues writes settings one after the other and gives their lines in the new text', () => {
  const edited = editValues('a: 1\nb:\n  c: x\n', [
    { path: ['b', 'c'], value: 'z' },
    { path: ['b', 'd', 'e'], value: 1 },
    { path: ['a'], value: [1, 2] },
    { path: ['b', 'd', 'f'], value: null, comment: ['why'] },
    { path: ['b', 'c'], value: 'z' },
  ]);
  assert.deepEqual(edited, {
    text: 'a:\n  - 1\n  - 2\nb:\n  c: z\n  d:\n    e: 1\n    # why\n    f: null\n',
    changes: [
      { path: ['b', 'c'], line: 5, from: 'x', to: 'z' },
      { path: ['b', 'd', 'e'], line: 7, from: undefined, to: 1 },
      { path: ['a'], line: 1, from: 1, to: [1, 2] },
      { path: ['b', 'd', 'f'], line: 9, from: undefined, to: null },
    ],
  });
});

test('editValues leaves what is so already, however it is written', () => {
  const same: [text: string, path: string, value: unknown][] = [
    ['a: 0x10\n', 'a', 16],
    ['a: 017\n', 'a', 15],
    ['a: |\n  x\n', 'a', 'x\n'],
    ['b: &b {c: 1}\na: *b\n', 'a.c', 1],
    ['b: &b {c: 1}\na:\n  <<: *b\n', 'a.c', 1],
    ['a: "{{ .x }}"\n', 'a', '{{ .x }}'],
    ['a: {c: 1, b: [x, {}]}\n', 'a', { b: ['x', {}], c: 1 }],
  ];
  for (const [text, path, value] of same)
    assert.deepEqual(editValues(text, [settingOf({ path, value })]), { text, changes: [] });
});

test('editValues throws the place of a syntax error', () => {
  const broken: [string, RegExp][] = [
    ['a: [1,\n', /^line 2, column 1: /],
    ['ok: 1\n---\n  a: b: c\n', /^line 3, column \d+: /],
    ['a: *b\n', /^line 1, column 5: /],
    [`a: ${'['.repeat(300)}`, /^line 1, column \d+: /],
  ];
  for (const [text, message] of broken)
    assert.throws(
      () => editValues(text, [{ path: ['z'], value: 1 }]),
      (error) => error instanceof YamlSyntaxError && message.test(error.message),
    );
});
