import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearMisses } from '../../../lib/cli/near-misses.ts';

const commands = ['list', 'repair', 'undo', 'rbac', 'explain', 'help', 'options', 'version'];
const flags = ['as', 'as-uid', 'context', 'cluster', 'client-key', 'cache-dir', 'v', 'yes'];
const formats = ['json', 'yaml', 'name', 'wide'];

const rows: [word: string, among: string[], expected: string[]][] = [
  ['repiar', commands, ['repair']],
  ['repai', commands, ['repair']],
  ['repairs', commands, ['repair']],
  ['REPAIR', commands, ['repair']],
  ['ls', commands, ['list']],
  ['ver', commands, ['version']],
  ['re', commands, ['repair']],
  ['get', commands, []],
  ['delete', commands, []],
  ['contxt', flags, ['context']],
  ['c', flags, ['context', 'cluster', 'client-key', 'cache-dir']],
  ['as-ui', flags, ['as-uid']],
  ['xy', flags, []],
  ['x', flags, []],
  ['jsn', formats, ['json']],
  ['yml', formats, ['yaml']],
  ['table', formats, []],
  ['', formats, []],
  ['jsno'.repeat(100_000), formats, []],
];
for (const [word, among, expected] of rows)
  test(`"${word.slice(0, 20)}" suggests ${expected.join(', ') || 'nothing'}`, () =>
    assert.deepEqual(nearMisses(word, among), expected));

test('suggests the nearest first', () =>
  assert.deepEqual(nearMisses('cat', ['cart', 'coat', 'dog', 'cat-flap', 'rats']), [
    'cart',
    'coat',
    'rats',
    'cat-flap',
  ]));
