import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fields, isFields } from '../objects/model.ts';
import { anything, keyed, object, setOf, string, stringMap, strings } from '../schema/shorthand.ts';
import { fieldSet, mergeApplied, withNamed, without } from './merge-applied.ts';
import { fromFieldsV1, toFieldsV1 } from './path-set.ts';

const schema = object({
  map: stringMap,
  whole: { ...stringMap, 'x-kubernetes-map-type': 'atomic' },
  keyed: keyed(['name', 'port'], anything),
  set: setOf(string),
  plain: strings,
  text: string,
});

const merges: [what: string, live: Fields, applied: Fields, merged: Fields][] = [
  ['a map is merged', { map: { a: '1' } }, { map: { b: '2' } }, { map: { a: '1', b: '2' } }],
  ['an atomic map is replaced', { whole: { a: '1' } }, { whole: { b: '2' } }, { whole: { b: '2' } }],
  ['a plain list is replaced', { plain: ['a'] }, { plain: ['b'] }, { plain: ['b'] }],
  ['a set takes what it has not', { set: ['a'] }, { set: ['b', 'a'] }, { set: ['b', 'a'] }],
  [
    'items are the same where all of their keys are',
    { keyed: [{ name: 'a', port: 1, x: 1 }] },
    {
      keyed: [
        { name: 'a', port: 1, y: 1 },
        { name: 'a', port: 2 },
      ],
    },
    {
      keyed: [
        { name: 'a', port: 1, x: 1, y: 1 },
        { name: 'a', port: 2 },
      ],
    },
  ],
  ['null leaves a map as it is', { map: { a: '1' } }, { map: null }, { map: { a: '1' } }],
  ['null replaces a value', { text: 'a' }, { text: null }, { text: null }],
];

for (const [what, live, applied, merged] of merges) {
  test(what, () => assert.deepEqual(mergeApplied(live, applied, schema), merged));
}

test('the fields of an apply: atomic ones whole, items and their keys, empty maps', () => {
  const applied = {
    map: {},
    whole: { a: '1' },
    keyed: [{ name: 'a', port: 1 }],
    set: ['a'],
    plain: ['a'],
  };
  assert.deepEqual(toFieldsV1(fieldSet(applied, schema)), {
    'f:map': {},
    'f:whole': {},
    'f:keyed': { 'k:{"name":"a","port":1}': { '.': {}, 'f:name': {}, 'f:port': {} } },
    'f:set': { 'v:"a"': {} },
    'f:plain': {},
  });
});

const removals: [what: string, gone: Fields, left: unknown][] = [
  ['a key of a map goes alone', { 'f:map': { 'f:a': {} } }, { b: '2' }],
  ['a map that loses its last key is null', { 'f:map': { 'f:a': {}, 'f:b': {} } }, null],
];

for (const [what, gone, left] of removals) {
  test(what, () => {
    const value = without({ map: { a: '1', b: '2' } }, fromFieldsV1(gone), schema);
    assert.deepEqual(isFields(value) && value.map, left);
  });
}

test('a field that the schema names goes with all that was in it', () => {
  const gone = withNamed(fromFieldsV1({ 'f:map': { 'f:a': {} } }), schema);
  assert.deepEqual(without({ map: { a: '1', b: '2' }, text: 'x' }, gone, schema), { text: 'x' });
});
