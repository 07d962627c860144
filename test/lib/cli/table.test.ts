import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAIN, type Screen, verdictCell } from '../../../lib/cli/style.ts';
import { growingTable, table } from '../../../lib/cli/table.ts';
import { VERDICTS } from '../../../lib/words/verdict.ts';

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
    table(['NAME', 'TEXT'], rows, { wraps: true, screen: { ...PLAIN, columns: 29 } }),
    'NAME   TEXT\na      one two three four\n       five six\n',
  );
});

test('a terminal that leaves no room for the last column has it on lines of its own', () => {
  const rows = [['a', 'one two three four five six']];
  assert.equal(
    table(['NAME', 'TEXT'], rows, { wraps: true, screen: { ...PLAIN, columns: 26 } }),
    'NAME   TEXT\na\n    one two three four\n    five six\n',
  );
});

test('rows that come later: headers once, columns as wide as what has come needs', () => {
  const text = growingTable(['NAME', 'STATE', 'PLACE']);
  assert.equal(text([['longer', 'ok', 'x']]), 'NAME     STATE   PLACE\nlonger   ok      x\n');
  assert.equal(text([['a', 'provisioned', 'y']]), 'a        provisioned   y\n');
  assert.equal(text([['b', 'ok', 'z']]), 'b        ok            z\n');
});

const TERMINAL: Screen = { columns: 40, unicode: true, paint: (style, text) => `<${style}>${text}</>` };

test('on a terminal the widest cells are cut until a row fits', () => {
  const rows = [['metal3', 'worker-0', 'http://172.22.0.1:6180/images/a.qcow2']];
  const headers = ['NAMESPACE', 'NAME', 'ADDRESS'];
  assert.equal(
    table(headers, rows, { screen: TERMINAL }),
    'NAMESPACE   NAME       ADDRESS\nmetal3      worker-0   http://172.22.0.…\n',
  );
  assert.equal(
    table(headers, rows, { screen: { ...TERMINAL, unicode: false } }),
    'NAMESPACE   NAME       ADDRESS\nmetal3      worker-0   http://172.22....\n',
  );
});

test('a verdict is never cut: the other columns are', () => {
  const verdict = verdictCell('in-progress', { ...TERMINAL, columns: 40 });
  assert.equal(
    table(['NAME', 'VERDICT', 'REASON'], [['worker-0', verdict, 'unfinished, of another version']], {
      screen: { ...TERMINAL, columns: 36, paint: (_style, text) => text },
    }),
    'NAME       VERDICT         REASON\nworker-0   ↻ in progress   unfinish…\n',
  );
});

test('a name can be cut in the middle, so that its end remains', () => {
  const rows = ['-0', '-1'].map((end) => [
    { text: `prometheus-k8s-db-prometheus-k8s${end}`, cut: 'middle' as const },
    '50Gi',
  ]);
  assert.equal(
    table(['NAME', 'SIZE'], rows, { screen: { ...TERMINAL, columns: 24 } }),
    'NAME                SIZE\npromethe…us-k8s-0   50Gi\npromethe…us-k8s-1   50Gi\n',
  );
});

const ADDRESS = {
  text: 'http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2',
  cut: 'address' as const,
};

test('an address loses its scheme first, then the middle of its path, and its host last', () => {
  const at = (columns: number) =>
    table(['ADDRESS'], [[ADDRESS]], { noHeaders: true, screen: { ...TERMINAL, columns } });
  assert.equal(at(60), 'http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2\n');
  assert.equal(at(53), '172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2\n');
  assert.equal(
    at(30),
    '172.22.0.1:6180/…u2204.qcow2\n'.replace('u2204', 'tu2204').replace('tu2204', 'ntu2204'),
  );
  assert.equal(at(12), '172.22.0.1:…\n');
});

test('optional columns that do not fit are omitted, those with the highest number first; others stay', () => {
  const headers = [
    'NAME',
    { text: 'ADDRESS', optional: 1, least: 24 },
    { text: 'AGE', optional: 2 },
    { text: 'STATE', optional: 3 },
  ];
  const shownAt = (columns: number | undefined) =>
    table(headers, [['worker-0', ADDRESS, '5d', 'provisioned']], { screen: { ...TERMINAL, columns } })
      .split('\n')[0]
      ?.split(/ +/);
  assert.deepEqual(shownAt(undefined), ['NAME', 'ADDRESS', 'AGE', 'STATE']);
  assert.deepEqual(shownAt(52), ['NAME', 'ADDRESS', 'AGE', 'STATE']);
  assert.deepEqual(shownAt(51), ['NAME', 'ADDRESS', 'AGE']);
  assert.deepEqual(shownAt(40), ['NAME', 'ADDRESS']);
  assert.deepEqual(shownAt(34), ['NAME', 'AGE', 'STATE']);
  assert.deepEqual(shownAt(12), ['NAME']);
});

test('a pipe gets every cell in full', () => {
  const url = 'http://172.22.0.1:6180/images/a-long-name-that-no-terminal-has-room-for.qcow2';
  assert.equal(table(['ADDRESS'], [[url]]), `ADDRESS\n${url}\n`);
});

test('a style is drawn around its text, and does not count for the width', () => {
  const rows = [[{ text: 'ok', style: 'green' as const }, 'a']];
  assert.equal(table(['STATE', 'NAME'], rows, { screen: TERMINAL }), 'STATE   NAME\n<green>ok</>      a\n');
});

test('a verdict has its symbol on a terminal, ASCII where it draws no more, and is a word in a pipe', () => {
  assert.deepEqual(verdictCell('at-risk', TERMINAL), { style: 'red', text: '⚠ at risk' });
  assert.deepEqual(verdictCell('at-risk', { ...TERMINAL, unicode: false }), {
    style: 'red',
    text: '! at risk',
  });
  assert.deepEqual(verdictCell('at-risk', PLAIN), { style: 'red', text: 'at risk' });
  for (const verdict of VERDICTS)
    assert.match(table(['V'], [[verdictCell(verdict, { ...TERMINAL, columns: 80 })]]), /^V\n\S [a-z ]+\n$/);
});
