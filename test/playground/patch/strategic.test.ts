import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from '../objects/model.ts';
import { anything, keyed, object, setOf, string, strings } from '../schema/shorthand.ts';
import { strategicMerge } from './strategic.ts';

const schema = object({
  keyed: keyed(['name'], anything),
  set: setOf(string),
  plain: strings,
  map: { type: 'object', additionalProperties: string },
});

const table: [what: string, target: Fields, patch: Fields, merged: Fields][] = [
  ['null deletes a member', { map: { a: '1', b: '2' } }, { map: { a: null } }, { map: { b: '2' } }],
  ['a plain list is replaced', { plain: ['a'] }, { plain: ['b'] }, { plain: ['b'] }],
  ['a set takes what it has not', { set: ['a'] }, { set: ['a', 'b'] }, { set: ['a', 'b'] }],
  [
    'items with the same key are merged, others added',
    { keyed: [{ name: 'a', x: 1, y: 1 }] },
    { keyed: [{ name: 'a', y: 2 }, { name: 'b' }] },
    { keyed: [{ name: 'a', x: 1, y: 2 }, { name: 'b' }] },
  ],
  [
    '$patch: delete drops an item',
    { keyed: [{ name: 'a' }, { name: 'b' }] },
    { keyed: [{ $patch: 'delete', name: 'a' }] },
    { keyed: [{ name: 'b' }] },
  ],
  [
    '$patch: replace replaces a list',
    { keyed: [{ name: 'a' }] },
    { keyed: [{ $patch: 'replace' }, { name: 'b' }] },
    { keyed: [{ name: 'b' }] },
  ],
  [
    '$patch: replace replaces a map',
    { map: { a: '1' } },
    { map: { $patch: 'replace', b: '2' } },
    { map: { b: '2' } },
  ],
  [
    '$setElementOrder sorts, what it does not name stays behind',
    { keyed: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
    { '$setElementOrder/keyed': [{ name: 'c' }, { name: 'a' }] },
    { keyed: [{ name: 'c' }, { name: 'a' }, { name: 'b' }] },
  ],
  [
    '$deleteFromPrimitiveList drops values',
    { set: ['a', 'b'] },
    { '$deleteFromPrimitiveList/set': ['a'] },
    { set: ['b'] },
  ],
  [
    '$retainKeys drops other members',
    { map: { a: '1', b: '2' } },
    { map: { $retainKeys: ['b'] } },
    { map: { b: '2' } },
  ],
];

for (const [what, target, patch, merged] of table) {
  test(what, () => {
    const before = structuredClone(target);
    assert.deepEqual(strategicMerge(target, patch, schema), merged);
    assert.deepEqual(target, before, 'the target is left as it was');
  });
}
