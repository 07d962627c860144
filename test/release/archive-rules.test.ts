import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { archiveProblems, archiveRules } from './archive-rules.ts';
import { goodArchive, refusedByKrew, refusedByUs } from './archive-rules-rows.ts';

const broken = [...refusedByKrew, ...refusedByUs];

describe('the rules that krew’s archives are under', () => {
  test('an archive that holds to all of them', () => {
    assert.deepEqual(archiveProblems(goodArchive, 'kubectl-bmh'), []);
  });

  test('on Windows the executable has another name', () => {
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

  test('each rule is broken above', () => {
    assert.deepEqual([...new Set(broken.map(([rule]) => rule))].sort(), [...archiveRules].sort());
  });
});
