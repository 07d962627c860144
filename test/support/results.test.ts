import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VERDICTS } from '../../lib/words/verdict.ts';
import { checkResult, resultsSchema } from './results.ts';

const host = { metadata: { name: 'worker-0', namespace: 'metal3' }, verdict: 'healthy', reason: '' };
const list = {
  apiVersion: 'bmh.kubectl/v1',
  kind: 'HostList',
  verdict: 'healthy',
  exitCode: 0,
  items: [host],
};

test('the schema has exactly the verdicts that there are', () => {
  assert.deepEqual(resultsSchema.$defs.verdict.enum, VERDICTS);
});

test('the schema takes a list of hosts', () => checkResult(JSON.stringify(list)));

const wrong: [string, object][] = [
  ['an unknown kind', { ...list, kind: 'Hosts' }],
  ['a verdict of its own', { ...list, verdict: 'ok' }],
  ['an item with a verdict of its own', { ...list, items: [{ ...host, verdict: 'refused' }] }],
  ['an item without metadata', { ...list, items: [{ name: 'worker-0', verdict: 'healthy' }] }],
  ['no exit code', { ...list, exitCode: undefined }],
];
for (const [what, result] of wrong)
  test(`the schema refuses ${what}`, () => assert.throws(() => checkResult(JSON.stringify(result))));
