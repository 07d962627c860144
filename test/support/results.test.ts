import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
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

const version = {
  apiVersion: 'monitoring.kubectl/v1',
  kind: 'VersionList',
  verdict: 'clean',
  exitCode: 0,
  clientVersion: { gitVersion: 'v1.0.0' },
  items: [],
};
const failure = {
  apiVersion: 'monitoring.kubectl/v1',
  kind: 'SizingReport',
  verdict: 'failed',
  exitCode: 1,
  message: 'no answer',
  items: [],
};

test('the schema takes versions, also as YAML, and an error', async () => {
  await checkResult(JSON.stringify(version));
  await checkResult(stringify(version));
  await checkResult(JSON.stringify(failure));
});

const wrong: [string, object][] = [
  ['an unknown kind', { ...list, kind: 'Hosts' }],
  ['a verdict of its own', { ...list, verdict: 'ok' }],
  ['an item with a verdict of its own', { ...list, items: [{ ...host, verdict: 'refused' }] }],
  ['an item without metadata', { ...list, items: [{ name: 'worker-0', verdict: 'healthy' }] }],
  ['no exit code', { ...list, exitCode: undefined }],
  ['versions with a key of their own', { ...version, operators: [] }],
  ['a status without its parts', { ...version, kind: 'MonitoringStatus' }],
  ['an error that is healthy', { ...failure, verdict: 'healthy' }],
  ['an error with a key of its own', { ...failure, findings: [] }],
];
for (const [what, result] of wrong)
  test(`the schema refuses ${what}`, () => assert.rejects(checkResult(JSON.stringify(result))));
