import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutantsOf, mutantText, mutated } from './places.ts';

const rows: [source: string, ...changed: string[]][] = [
  ['a < b', 'a <= b'],
  ['a >= b', 'a > b'],
  ['a !== b', 'a === b'],
  ['a && b', 'a || b'],
  ['list.some(is)', 'list.every(is)'],
  ['list.every(is)', 'list.some(is)'],
  ['!done', 'done'],
  ['let is: true = true;', 'let is: true = false;'],
  ['a === b || c', 'a === b && c', 'a !== b || c'],
  ['const pick: Pick<A, "b"> = list.map(some);'],
];
for (const [source, ...changed] of rows)
  test(`${source} becomes ${changed.join(' or ') || 'nothing else'}`, () =>
    assert.deepEqual(
      mutantsOf('a.ts', source).map((mutant) => mutated(source, mutant)),
      changed,
    ));

test('numbers the changes from 1', () => {
  const source = 'first();\n  a === b;\n';
  const [mutant] = mutantsOf('lib/a.ts', source);
  assert.equal(mutant && mutantText(source, mutant), 'lib/a.ts:2:5 === -> !==');
});
