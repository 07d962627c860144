import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMPONENTS } from '../../../lib/objects/components.ts';
import { CHECKS, findingsOf } from '../../../lib/status/judge.ts';
import { recordName } from '../../../lib/volumes/record.ts';
import { objectText } from '../../../lib/words/finding.ts';
import { block } from './blocks.ts';
import { rows } from './check-rows.ts';

const RECORD = recordName(COMPONENTS.metrics, 'k8s');

for (const { check, name, seen, finds } of rows)
  test(`${check}: ${name}`, () => {
    const found = findingsOf(seen).filter(({ reason }) => reason === check);
    assert.deepEqual(
      found.map(({ kind, name: object, severity, message, next, hint }) => ({
        severity,
        object: objectText({ kind, name: object }),
        message: message.replaceAll(RECORD, 'RECORD'),
        ...(next && { next: next.words.join(' ').replaceAll(RECORD, 'RECORD') }),
        ...(hint !== undefined && { hint }),
      })),
      finds,
    );
  });

test('every check has a unique name, rows that trigger it, and near misses', () => {
  const names = CHECKS.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  const without = (wanted: (finds: number) => boolean) =>
    names.filter((name) => !rows.some(({ check, finds }) => check === name && wanted(finds.length)));
  assert.deepEqual(
    without((finds) => finds > 0),
    [],
  );
  assert.deepEqual(
    without((finds) => finds === 0),
    [],
  );
});

test('every row belongs to an existing check', () => {
  const names = new Set(CHECKS.map(({ name }) => name));
  assert.deepEqual(
    rows.filter(({ check }) => !names.has(check)),
    [],
  );
});

test('every finding has a next command or a hint, in the namespace of its object', () => {
  for (const { name, seen } of rows)
    for (const { next, hint, namespace } of findingsOf(seen)) {
      assert.ok(next ?? hint, name);
      assert.ok(next === undefined || ['', namespace].includes(next.namespace), name);
    }
});

test('every finding is one line without a full stop', () => {
  for (const { name, seen } of rows)
    for (const { message } of findingsOf(seen)) assert.doesNotMatch(message, /\.$|\n/, name);
});

test('finds nothing in a block that follows the platform document', () =>
  assert.deepEqual(findingsOf(block()), []));
