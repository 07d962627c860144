import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenLabels } from '../../../lib/alerts/given-labels.ts';

test('labels are read up to the first equals sign', () =>
  assert.deepEqual(givenLabels(['a=b', 'c=d=e', 'f=g, h']), {
    labels: { a: 'b', c: 'd=e', f: 'g, h' },
    problem: undefined,
  }));

test('a label named like a field of every object is one like any other', () =>
  assert.deepEqual(Object.keys(givenLabels(['__proto__=a', 'constructor=b']).labels), [
    '__proto__',
    'constructor',
  ]));

for (const [texts, kind, message] of [
  [['a'], 'invalid', '"a" is not a label: it needs a name and a value'],
  [['a=b', 'a=c'], 'invalid', 'the label "a" is given twice'],
  [['a b=c', '=d'], 'invalid', 'a label needs a name'],
  [['a b=c'], 'needs-utf8', /^the label name "a b" needs Alertmanager 0\.27/],
] as const)
  test(`${JSON.stringify(texts)} are ${kind}`, () => {
    const { problem } = givenLabels(texts);
    assert.equal(problem?.kind, kind);
    assert.match(problem?.message ?? '', typeof message === 'string' ? new RegExp(`^${message}$`) : message);
  });
