import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unifiedDiff } from '../../../cmd/shared/file-diff.ts';

test('unifiedDiff shows a change with three lines around it', () => {
  const before = ['1', '2', '3', '4', 'old', '6', '7', '8', '9', ''].join('\n');
  assert.equal(
    unifiedDiff('values.yaml', [before, before.replace('old', 'new')]),
    '--- values.yaml\n+++ values.yaml\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-old\n+new\n 6\n 7\n 8\n',
  );
});

test('unifiedDiff marks a missing newline at the end', () => {
  assert.equal(
    unifiedDiff('v', ['old', 'new']),
    '--- v\n+++ v\n@@ -1,1 +1,1 @@\n-old\n\\ No newline at end of file\n+new\n\\ No newline at end of file\n',
  );
});

test('unifiedDiff of the same text is empty', () => {
  assert.equal(unifiedDiff('v', ['same\n', 'same\n']), '');
});
