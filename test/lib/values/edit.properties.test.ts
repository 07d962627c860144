import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAlias, isMap, isScalar, type Node, parse } from 'yaml';
import { parseDocuments, targetOf, YamlSyntaxError } from '../../../lib/input/yaml-documents.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import { editValues, type Setting } from '../../../lib/values/edit.ts';
import { readAsHelm } from '../../../lib/values/helm-yaml.ts';
import { valueAt } from '../../../lib/values/layers.ts';
import { newKeys, plainData, trickyTexts, valuesFiles } from './edit-files.ts';

/** A setting of a generated file: at one of its keys, or below. */
const setting = fc.record({
  at: fc.nat(),
  keys: newKeys,
  value: plainData,
  comment: fc.constantFrom([], ['why']),
});

type DrawnSetting = typeof setting extends fc.Arbitrary<infer S> ? S : never;

const EXPECTED_REFUSALS = [
  /^spans several lines$/,
  /^is an alias of the value in line \d+$/,
  /^is an anchored value that line \d+ also uses$/,
  /^has an anchor that line \d+ uses$/,
  /^comes from a merge key \(<<\)$/,
  /^(is|contains) a template$/,
  /^is not a map$/,
  /^is a list$/,
  /^cannot be added after a block of text without a line break at its end$/,
];

for (const [size, entries, numRuns] of [
  ['small', { minLength: 0, maxLength: 4 }, 500],
  ['large', { minLength: 150, maxLength: 400 }, 10],
] as const)
  test(`editValues changes only the lines of a setting in ${size} files`, () => {
    const counts = { edited: 0, refused: 0 };
    const settings = fc.array(setting, { minLength: 1, maxLength: size === 'small' ? 1 : 20 });
    fc.assert(
      fc.property(valuesFiles(entries), settings, (before, drawn) => {
        for (const one of drawn) counts[check(before, settingIn(before, one))] += 1;
      }),
      // To shrink a large file takes minutes.
      { numRuns, endOnFailure: size === 'large' },
    );
    assert.ok(counts.edited > 2 * counts.refused, JSON.stringify(counts));
  });

function check(before: string, { path, value, comment }: Required<Setting>): 'edited' | 'refused' {
  const edited = editValues(before, [{ path, value, comment }]);
  if ('note' in edited) {
    const { reason } = edited.note;
    assert.ok(
      EXPECTED_REFUSALS.some((expected) => expected.test(reason)),
      reason,
    );
    return 'refused';
  }
  checkData(before, edited.text, { path, value });
  checkLines(before, edited.text, path);
  const again = editValues(edited.text, [{ path, value, comment }]);
  assert.deepEqual(again, { text: edited.text, changes: [] });
  return 'edited';
}

test('editValues keeps all comments of a list that grows', () => {
  const growth = fc.record({
    at: fc.nat(),
    items: fc.array(plainData, { minLength: 1, maxLength: 3 }),
    isAhead: fc.boolean(),
  });
  const commentsIn = (text: string): string[] => text.split(/\r?\n/).filter((line) => /^ *#/.test(line));
  fc.assert(
    fc.property(valuesFiles({ minLength: 3, maxLength: 6 }), growth, (before, { at, items, isAhead }) => {
      const [data] = readAsHelm(before).documents;
      const lists = pathsIn(data).flatMap((path) => {
        const list = valueAt(data, path);
        return Array.isArray(list) && list.length > 0 ? [{ path, list: list as unknown[] }] : [];
      });
      const { path, list = [] } = lists[at % lists.length] ?? {};
      if (!path) return;
      const value = isAhead ? [...items, ...list] : [...list, ...items];
      if (check(before, { path, value, comment: [] }) === 'refused') return;
      const edited = editValues(before, [{ path, value }]);
      assert.deepEqual('text' in edited && commentsIn(edited.text), commentsIn(before));
    }),
    { numRuns: 300 },
  );
});

test('editValues throws only syntax errors, whatever the text', () => {
  const piece = fc.constantFrom(
    ...'\n\r\t :-?,[]{}&*!|>%@`"\'\\#~<=a1',
    '\n- ',
    ': ',
    '<<: ',
    '*m1',
    '&m1 ',
    '\n---\n',
    '\n...\n',
    '\uFEFF',
  );
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(3), piece), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(valuesFiles({ minLength: 0, maxLength: 3 }), changes, setting, (text, mutations, drawn) => {
      const broken = mutations.reduce((some, [place, length, other]) => {
        const at = place % (some.length + 1);
        return some.slice(0, at) + other + some.slice(at + length);
      }, text);
      try {
        const settings = [settingIn(broken, drawn)];
        const edited = editValues(broken, settings);
        if ('text' in edited)
          assert.deepEqual(editValues(edited.text, settings), { text: edited.text, changes: [] });
      } catch (error) {
        if (!(error instanceof YamlSyntaxError)) throw error;
      }
    }),
    { numRuns: 1000 },
  );
});

test('editValues writes several settings, or none', () => {
  fc.assert(
    fc.property(
      valuesFiles({ minLength: 3, maxLength: 6 }),
      fc.array(setting, { minLength: 2, maxLength: 4 }),
      (before, drawn) => {
        const settings = drawn.map((one) => settingIn(before, one));
        const edited = editValues(before, settings);
        if ('note' in edited) return;
        const one = settings.reduce((text, one) => {
          const next = editValues(text, [one]);
          return 'text' in next ? next.text : assert.fail(next.note.reason);
        }, before);
        assert.equal(edited.text, one);
        const lines = edited.text.split('\n');
        for (const { path, line } of edited.changes) assert.ok(line <= lines.length, path.join('.'));
      },
    ),
  );
});

test('editValues writes texts and keys that every reader takes for texts', () => {
  const before = ['a: x', 'b: "x"', "c: 'x'", 'd: {e: x}', 'f: [x]', 'g:', '- x'].join('\n');
  const holds = (text: string): void => {
    const value = {
      a: text,
      b: text,
      c: text,
      d: { e: text, [text]: text },
      f: [text],
      g: [{ [text]: text }],
    };
    const edited = editValues(before, [
      ...['a', 'b', 'c'].map((key) => ({ path: [key], value: text })),
      { path: ['d', 'e'], value: text },
      { path: ['d', text], value: text },
      { path: ['f'], value: [text] },
      { path: ['g'], value: [{ [text]: text }] },
    ]);
    if ('note' in edited) assert.fail(edited.note.reason);
    assert.deepEqual(readAsHelm(edited.text).documents, [value]);
    for (const version of ['1.1', '1.2'] as const)
      assert.deepEqual(parse(edited.text, { version, logLevel: 'error' }), value, version);
  };
  for (const text of trickyTexts) holds(text);
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 8 }), holds));
});

/** New keys are below a map, or below what may become one. */
function settingIn(text: string, { at, keys, value, comment }: DrawnSetting): Required<Setting> {
  const [data] = readAsHelm(text).documents;
  const paths = pathsIn(data).filter(
    (path) => keys.length === 0 || valueAt(data, path) === null || fieldsOf(valueAt(data, path)),
  );
  const path = [...(paths[at % (paths.length + 1)] ?? []), ...keys];
  return { path: path.length === 0 ? ['new'] : path, value, comment };
}

/** The paths of all maps and values that are in no list. */
function pathsIn(data: unknown, path: string[] = []): string[][] {
  return Object.entries(fieldsOf(data) ?? {}).flatMap(([key, value]) => [
    [...path, key],
    ...pathsIn(value, [...path, key]),
  ]);
}

function checkData(
  before: string,
  after: string,
  { path, value }: { path: readonly string[]; value: unknown },
): void {
  const [[first, ...others], [changed, ...left]] = [before, after].map(
    (text) => readAsHelm(text).documents,
  ) as [unknown[], unknown[]];
  assert.deepEqual(left, others);
  assert.deepEqual(valueAt(changed, path), value);
  assert.deepEqual(without(changed, path), without(first, path));
}

/** Data without a path, without maps that have nothing else, and without what only aliases read. */
function without(data: unknown, [key = '', ...inner]: readonly string[], depth = 0): unknown {
  const entries = Object.entries(fieldsOf(data) ?? {}).flatMap(([name, value]) => {
    if (depth === 0 && name.startsWith('x-')) return [];
    const left = name !== key ? value : inner.length === 0 ? undefined : without(value, inner, depth + 1);
    return left === undefined ? [] : [[name, left] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Lines differ only inside the closest entry that was there. A new entry of a block map only adds lines. */
function checkLines(before: string, after: string, path: readonly string[]): void {
  const split = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\n/);
  const [old, now] = [split(before), split(after)];
  const start = old.findIndex((line, index) => line !== now[index]);
  const [reversed, other] = [old.toReversed(), now.toReversed()];
  const same = reversed.findIndex((line, index) => line !== other[index]);
  const from = start === -1 ? old.length : start;
  const to = Math.max(from, same === -1 ? from : old.length - same);
  const [first, last] = rangeOf(before, path);
  if (to > from) assert.ok(from >= first && to <= last, `${from}-${to} of ${first}-${last}`);
  const others = before.includes('\r\n') ? /(?<!\r)\n/ : /\r/;
  assert.doesNotMatch(after, others);
  assert.equal(after.startsWith('\uFEFF'), before.startsWith('\uFEFF'));
  assert.equal(after.endsWith('\n'), before.replace(/^\uFEFF/, '') === '' || before.endsWith('\n'));
}

/** The first line of the closest entry of a path, from 0, and the line after it. A block map that gets an entry keeps all lines. */
function rangeOf(text: string, path: readonly string[]): [first: number, end: number] {
  const { documents, lineCounter } = parseDocuments(text);
  const linesOf = (...nodes: unknown[]): [number, number] => {
    const [start = 0, end = 0] = [nodes.at(0), nodes.at(-1)].map(
      (node, at) => (node as Node | null)?.range?.[at],
    );
    return [lineCounter.linePos(start).line - 1, lineCounter.linePos(end).line];
  };
  let node: unknown = documents[0]?.contents;
  let range: [number, number] = [0, 0];
  for (const key of path) {
    if (!isMap(node)) break;
    const pair = node.items.find((some) => isScalar(some.key) && String(some.key.value) === key);
    if (!pair) return node.flow ? range : [0, 0];
    const isBlock = !node.flow;
    node = isAlias(pair.value) ? targetOf(pair.value) : pair.value;
    // A comment is above the line of the brackets.
    if (isBlock) range = isAlias(pair.value) ? linesOf(node) : linesOf(pair.key, pair.value ?? pair.key);
  }
  return range;
}
