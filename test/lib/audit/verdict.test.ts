import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding, Level } from '../../../lib/audit/finding.ts';
import { countText, verdictOf } from '../../../lib/audit/verdict.ts';

const findings = (...levels: Level[]) => levels.map((level) => ({ level }) as Finding);

const rows: [Level[], number, Level, 'clean' | 'findings' | 'unknown', number][] = [
  [[], 0, 'note', 'clean', 0],
  [['note'], 0, 'note', 'findings', 1],
  [['note'], 0, 'warning', 'clean', 0],
  [['note'], 1, 'warning', 'unknown', 2],
  [['warning'], 1, 'warning', 'findings', 1],
  [['warning', 'note'], 0, 'error', 'clean', 0],
  [['note', 'error'], 0, 'error', 'findings', 1],
  [[], 2, 'error', 'unknown', 2],
];

for (const [levels, unread, threshold, verdict, exitCode] of rows)
  test(`verdict of [${levels}] with ${unread} unread and --level ${threshold}: ${verdict}`, () => {
    assert.deepEqual(verdictOf(findings(...levels), unread, threshold), { verdict, exitCode });
  });

test('countText counts the findings of each level', () => {
  const namespaced = { objects: 1, namespace: 'metal3' };
  assert.equal(countText([], { objects: 12, files: 3 }), 'No findings in 12 objects of 3 files');
  assert.equal(
    countText(findings('note'), { objects: 1, files: 1 }),
    '1 finding in 1 object of 1 file: 1 note',
  );
  assert.equal(
    countText(findings('note', 'error', 'error'), namespaced),
    '3 findings in 1 object of namespace metal3: 2 errors, 1 note',
  );
});

test('countText suggests -A if a namespace has no objects', () => {
  assert.equal(countText([], { objects: 0 }), 'No findings in 0 objects of all namespaces');
  assert.equal(
    countText([], { objects: 0, namespace: 'default' }),
    'No findings in 0 objects of namespace default (-A: all namespaces)',
  );
});
