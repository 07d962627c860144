import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Diagnostic, diagnosticText } from '../../../lib/audit/diagnostic.ts';

const rows: [Diagnostic, string][] = [
  [
    { reason: 'is a template', hint: 'audit the rendered output' },
    'is a template; audit the rendered output',
  ],
  [{ path: 'a.yaml', line: 3, reason: 'is shut', hint: 'open it' }, 'a.yaml:3: is shut; open it'],
  [{ reason: 'the right host or port?', hint: 'Check that.' }, 'the right host or port? Check that.'],
  [{ reason: 'Refused.', hint: 'run this again' }, 'Refused. run this again'],
  [{ resource: 'pods', reason: 'no', hint: 'ask' }, 'pods in all namespaces: no; ask'],
  [{ resource: 'pods', namespace: 'a', reason: 'no', hint: 'ask' }, 'pods in namespace a: no; ask'],
];

for (const [diagnostic, text] of rows) test(text, () => assert.equal(diagnosticText(diagnostic), text));
