import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Lock, lockIn } from '../../../lib/block/lock.ts';
import { lockText } from '../../../lib/block/plan.ts';
import { type SyncLock, syncLockIn } from '../../../lib/block/sync/sync-lock.ts';

const chart: Lock['chart'] = {
  names: 'platform',
  group: 'g.example.com',
  chart: 'block',
  version: '1.0.0',
  repository: 'https://charts.example.com',
};
const LOCK: Lock = { chart, files: { 'values.yaml': 'abc' } };
const SYNCED: SyncLock = { source: 'a.tgz', sha256: 'abc', files: { 'templates/alerts/a.yaml': 'abc' } };

test('the lock of init is read without the words that it was not told', () => {
  const { names, group } = chart;
  const lock = { ...LOCK, chart: { names, group } };
  assert.deepEqual(lockIn(lockText(lock)), lock);
});

test('what is written is read again, also with the line ends of Windows', () => {
  for (const end of ['\n', '\r\n']) {
    assert.deepEqual(lockIn(lockText(LOCK).replaceAll('\n', end)), LOCK);
    assert.deepEqual(syncLockIn(lockText(SYNCED).replaceAll('\n', end)), SYNCED);
  }
});

for (const broken of [
  {},
  { ...LOCK, files: undefined },
  { ...LOCK, files: [] },
  { ...LOCK, files: { a: 1 } },
  { ...LOCK, chart: { ...chart, version: 1 } },
  { ...LOCK, chart: { ...chart, names: 'theirs' } },
  { ...LOCK, chart: { ...chart, group: 'g' } },
  { ...LOCK, chart: { ...chart, chart: 'a\n  - name: evil' } },
  { ...LOCK, chart: { ...chart, version: 'latest' } },
  { ...LOCK, chart: { ...chart, repository: '../x' } },
])
  test(`the lock of init is refused: ${JSON.stringify(broken)}`, () =>
    assert.equal(lockIn(JSON.stringify(broken)), undefined));

for (const broken of [
  {},
  { ...SYNCED, source: undefined },
  { ...SYNCED, sha256: 1 },
  { ...SYNCED, files: [] },
  { ...SYNCED, files: { 'templates/alerts/a.yaml': null } },
  { ...SYNCED, files: { 'Chart.yaml': 'abc' } },
  { ...SYNCED, files: { 'templates/alerts/deep/a.yaml': 'abc' } },
])
  test(`the lock of a source is refused: ${JSON.stringify(broken)}`, () =>
    assert.equal(syncLockIn(JSON.stringify(broken)), undefined));

for (const text of ['', '{', '[]', 'null', '<<<<<<< HEAD\n{}', `${'['.repeat(1000)}`])
  test(`neither lock is read from ${JSON.stringify(text.slice(0, 20))}`, () =>
    assert.deepEqual([lockIn(text), syncLockIn(text)], [undefined, undefined]));

test('a path of a lock may be any word', () => {
  const files = JSON.parse('{"__proto__": "a", "toString": "b"}');
  assert.deepEqual(lockIn(lockText({ ...LOCK, files }))?.files, files);
});

for (const path of ['', '..', '../a', 'a/../../b', '/etc/passwd', 'a//b', './a', 'a/', 'C:/a', 'a\\..\\b'])
  test(`neither lock is read with the path ${JSON.stringify(path)}`, () => {
    const files = { [path]: 'abc' };
    assert.deepEqual(
      [lockIn(lockText({ ...LOCK, files })), syncLockIn(lockText({ ...SYNCED, files }))],
      [undefined, undefined],
    );
  });
