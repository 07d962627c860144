import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Diagnostic, diagnosticText } from '../../../lib/audit/diagnostic.ts';

const rows: [Diagnostic, string][] = [
  [{ reason: 'is a template', mend: 'audit what it becomes' }, 'is a template; audit what it becomes'],
  [{ path: 'a.yaml', line: 3, reason: 'is shut', mend: 'open it' }, 'a.yaml:3: is shut; open it'],
  [{ reason: 'the right host or port?', mend: 'Check that.' }, 'the right host or port? Check that.'],
  [{ reason: 'Refused.', mend: 'run this again' }, 'Refused. run this again'],
  [{ resource: 'pods', reason: 'no', mend: 'ask' }, 'pods in all namespaces: no; ask'],
  [{ resource: 'pods', namespace: 'a', reason: 'no', mend: 'ask' }, 'pods in namespace a: no; ask'],
];

for (const [diagnostic, text] of rows) test(text, () => assert.equal(diagnosticText(diagnostic), text));
