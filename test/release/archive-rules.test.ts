import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { archiveProblems, archiveRules } from './archive-rules.ts';
import { goodArchive, refusedByKrew, refusedByUs } from './archive-rules-rows.ts';

const broken = [...refusedByKrew, ...refusedByUs];

describe('rules for krew’s archives', () => {
  test('accepts an archive that follows all rules', () => {
    assert.deepEqual(archiveProblems(goodArchive, 'kubectl-bmh'), []);
  });

  test('expects an .exe on Windows', () => {
    const windows = goodArchive.map((entry) =>
      entry.name === 'kubectl-bmh' ? { ...entry, name: 'kubectl-bmh.exe' } : entry,
    );
    assert.deepEqual(archiveProblems(windows, 'kubectl-bmh.exe'), []);
    assert.deepEqual(
      archiveProblems(windows, 'kubectl-bmh').map(({ rule }) => rule),
      ['executable'],
    );
  });

  for (const [rule, what, entries] of broken)
    test(`${rule}: ${what}`, () => {
      const problems = archiveProblems(entries, 'kubectl-bmh');
      assert.deepEqual([...new Set(problems.map((problem) => problem.rule))], [rule]);
    });

  test('every rule is tested above', () => {
    assert.deepEqual([...new Set(broken.map(([rule]) => rule))].sort(), [...archiveRules].sort());
  });
});
