import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { call } from '../support/http.ts';
import { PATIENCE } from '../support/patience.ts';
import type { Endpoint, TestServer } from '../support/server.ts';
import { startCluster } from './server.ts';

const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
let cluster: TestServer;
before(async () => {
  cluster = await startCluster();
});
after(() => cluster.stop());

async function whoIs(endpoint: Endpoint): Promise<{ username: string; groups: string[] }> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const answer = await call(endpoint, { method: 'POST', path: WHO, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.json.status.userInfo;
}

test('reports its release', async () => {
  const { json } = await call(cluster.admin, { path: '/version' });
  assert.match(json.gitVersion, /^v1\.\d+\.\d+/);
  assert.notEqual(json.gitVersion, 'v0.0.0-master+$Format:%H$');
});

test('authenticates the weak user without any rights', async () => {
  assert.equal((await whoIs(cluster.weak)).username, 'weak');
  const answer = await call(cluster.weak, { path: '/api/v1/namespaces/default/secrets' });
  assert.equal(answer.status, 403, answer.text);
  assert.match(answer.json.message, /^secrets is forbidden: User "weak" cannot list resource "secrets"/);
});

test('gives the weak user the granted rights, and rejects a wrong token', async () => {
  const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
  const create = async (path: string, body: unknown) => {
    assert.equal((await call(cluster.admin, { method: 'POST', path: `${rbac}/${path}`, body })).status, 201);
  };
  const apiGroup = 'rbac.authorization.k8s.io';
  await create('roles', {
    metadata: { name: 'pods' },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }],
  });
  await create('rolebindings', {
    metadata: { name: 'weak-pods' },
    roleRef: { apiGroup, kind: 'Role', name: 'pods' },
    subjects: [{ apiGroup, kind: 'User', name: 'weak' }],
  });
  const seen = async () => (await call(cluster.weak, { path: '/api/v1/namespaces/default/pods' })).status;
  const deadline = performance.now() + PATIENCE;
  while ((await seen()) !== 200) assert.ok(performance.now() < deadline, 'the grant did not take effect');
  assert.equal((await call({ ...cluster.weak, token: 'wrong' }, { path: '/version' })).status, 401);
});

test('takes user and groups from a client certificate', async () => {
  const { url, ca } = cluster.admin;
  const who = await whoIs({ url, ca, ...(await cluster.clientCertificate('jo', ['metal'])) });
  assert.equal(who.username, 'jo');
  assert.deepEqual(who.groups, ['metal', 'system:authenticated']);
});

test('stop ends open watches and leaves neither a port nor a folder', async (t) => {
  const temporary = await mkdtemp(join(tmpdir(), 'bmh-'));
  t.after(() => rm(temporary, { recursive: true }));
  const { admin, stop } = await startCluster({ temporary });
  assert.equal((await readdir(temporary)).length, 1);
  const watching = call(admin, { path: '/api/v1/namespaces?watch=true' });
  await Promise.all([assert.rejects(watching), stop()]);
  assert.deepEqual(await readdir(temporary), []);
  await assert.rejects(call(admin, { path: '/readyz' }), { code: 'ECONNREFUSED' });
});
