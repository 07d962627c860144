import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { startCluster } from '../../cluster/server.ts';
import { create } from '../../scenarios/requests.ts';
import { call } from '../../support/http.ts';
import { runCommand } from '../../support/run-command.ts';
import { NO_SCHEDULES, SCHEDULES } from '../../support/schedules.ts';
import type { TestServer } from '../../support/server.ts';

const IMAGE = 'registry.example.org/kubectl-bmh:v0.1.0';

/** Where each kind is created. */
const COLLECTIONS: Record<string, string> = {
  ServiceAccount: '/api/v1/namespaces/NAMESPACE/serviceaccounts',
  Role: '/apis/rbac.authorization.k8s.io/v1/namespaces/NAMESPACE/roles',
  RoleBinding: '/apis/rbac.authorization.k8s.io/v1/namespaces/NAMESPACE/rolebindings',
  ClusterRole: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  ClusterRoleBinding: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  Job: '/apis/batch/v1/namespaces/NAMESPACE/jobs',
  CronJob: '/apis/batch/v1/namespaces/NAMESPACE/cronjobs',
};

describe('what kubectl bmh job prints, on the real server', () => {
  let server: TestServer;
  before(async () => {
    server = await startCluster();
    const metadata = {
      name: 'metal3',
      labels: {
        'pod-security.kubernetes.io/enforce': 'restricted',
        'pod-security.kubernetes.io/warn': 'restricted',
      },
    };
    await create(server.admin, '/api/v1/namespaces', { metadata });
  });
  after(() => server?.stop());

  const tried = (kind: string, namespace: string, body: object) =>
    call(server.admin, {
      method: 'POST',
      path: `${COLLECTIONS[kind]?.replace('NAMESPACE', namespace)}?dryRun=All&fieldValidation=Strict`,
      body,
    });

  for (const words of [
    'repair --all',
    'repair -A --old-address 172.22.0.1 --shards 8',
    'repair worker-0 worker-1 --stable-for 30s',
    'audit --secrets',
    'audit -A --shards 3',
    'audit -A --schedule @daily',
    `repair --all --shards 1000 --name ${'x'.repeat(52)}`,
    `audit --schedule @daily --name ${'x'.repeat(52)}`,
  ])
    test(`the server accepts every object of "${words}" without a warning`, async () => {
      const line = ['job', '-n', 'metal3', ...words.split(' '), '--image', IMAGE, '-o', 'json'];
      const { stdout } = await runCommand(program, ['--server', 'https://127.0.0.1:1', ...line]);
      const { items } = JSON.parse(stdout);
      assert.ok(items.length >= 4);
      for (const item of items) {
        const answer = await tried(item.kind, 'metal3', item);
        assert.equal(answer.status, 201, answer.text);
        assert.equal(answer.headers.warning, undefined);
      }
    });

  test('a schedule is read as the server reads it', async () => {
    const line = ['job', '-n', 'metal3', 'audit', '--schedule', '@daily', '--image', IMAGE, '-o', 'json'];
    const { stdout } = await runCommand(program, ['--server', 'https://127.0.0.1:1', ...line]);
    const cronJob = JSON.parse(stdout).items.at(-1);
    for (const [schedules, status] of [
      [SCHEDULES, 201],
      [NO_SCHEDULES, 422],
    ] as const)
      for (const schedule of schedules) {
        const answer = await tried('CronJob', 'metal3', { ...cronJob, spec: { ...cronJob.spec, schedule } });
        assert.equal(answer.status, status, `${schedule}: ${answer.text}`);
      }
  });
});
