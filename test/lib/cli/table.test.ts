import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growingTable, table } from '../../../lib/cli/table.ts';

test('columns are three spaces apart, nothing is at the end of a line', () => {
  assert.equal(
    table(
      ['NAME', 'STATE'],
      [
        ['a', 'ok'],
        ['longer', ''],
      ],
    ),
    'NAME     STATE\na        ok\nlonger   <none>\n',
  );
});

test('without headers', () => {
  assert.equal(table(['NAME', 'STATE'], [['a', 'ok']], { noHeaders: true }), 'a   ok\n');
});

test('what could steer a terminal is shown, not done', () => {
  assert.equal(table(['A'], [['x\u001b[31m\ny\u202e']]), 'A\nx\\x1b[31m\\x0ay\\u202e\n');
});

test('on a terminal the last column is wrapped below itself', () => {
  const rows = [['a', 'one two three four five six']];
  assert.equal(
    table(['NAME', 'TEXT'], rows, { columns: 29 }),
    'NAME   TEXT\na      one two three four\n       five six\n',
  );
});

test('a terminal that leaves no room for the last column has its lines run on', () => {
  const rows = [['a', 'one two three four five six']];
  assert.equal(
    table(['NAME', 'TEXT'], rows, { columns: 26 }),
    'NAME   TEXT\na      one two three four five six\n',
  );
});

test('rows that come later: headers once, columns as wide as what has come needs', () => {
  const text = growingTable(['NAME', 'STATE', 'PLACE']);
  assert.equal(text([['longer', 'ok', 'x']]), 'NAME     STATE   PLACE\nlonger   ok      x\n');
  assert.equal(text([['a', 'provisioned', 'y']]), 'a        provisioned   y\n');
  assert.equal(text([['b', 'ok', 'z']]), 'b        ok            z\n');
});
