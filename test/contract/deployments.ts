import assert from 'node:assert/strict';
import type { TestServer } from '../support/server.ts';
import { asTable, type Case, get, type Json, post, succeeded } from './exchange.ts';

const deployments = (namespace: string, name?: string): string =>
  [`/apis/apps/v1/namespaces/${namespace}/deployments`, name].filter(Boolean).join('/');

const make = async ({ admin }: TestServer, namespace: string): Promise<Json> =>
  succeeded(
    await post(admin, deployments(namespace), {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a', labels: { 'helm.sh/chart': 'a-1.2.3' } },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: {
          metadata: { labels: { app: 'a' } },
          spec: { containers: [{ name: 'main', image: 'busybox:1' }] },
        },
      },
    }),
    201,
  );

export const deploymentCases: Case[] = [
  {
    name: 'a Deployment is made with its defaults and those of its pods',
    async run(server, namespace) {
      const { spec, status, metadata } = await make(server, namespace);
      assert.deepEqual([metadata.generation, status], [1, {}]);
      const { template, ...rest } = spec;
      assert.deepEqual(rest, {
        replicas: 1,
        selector: { matchLabels: { app: 'a' } },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
      });
      assert.equal(template.spec.containers[0].image, 'busybox:1');
      assert.equal(template.spec.restartPolicy, 'Always');
    },
  },
  {
    name: 'Deployments are listed, page by page, in one namespace and in all',
    async run(server, namespace) {
      const made = await make(server, namespace);
      for (const path of [deployments(namespace), '/apis/apps/v1/deployments']) {
        const list = succeeded(await get(server.admin, `${path}?limit=500`));
        assert.equal(list.kind, 'DeploymentList');
        const found = list.items.find(({ metadata }: Json) => metadata.uid === made.metadata.uid);
        assert.deepEqual(found.spec, made.spec);
      }
    },
  },
  {
    name: 'the table of Deployments',
    async run(server, namespace) {
      await make(server, namespace);
      const { columnDefinitions, rows } = succeeded(await get(server.admin, deployments(namespace), asTable));
      assert.deepEqual(
        columnDefinitions.map(({ name, priority }: Json) => [name, priority]),
        [
          ['Name', 0],
          ['Ready', 0],
          ['Up-to-date', 0],
          ['Available', 0],
          ['Age', 0],
          ['Containers', 1],
          ['Images', 1],
          ['Selector', 1],
        ],
      );
      const { cells } = rows[0];
      assert.deepEqual(cells.toSpliced(4, 1), ['a', '0/1', 0, 0, 'main', 'busybox:1', 'app=a']);
    },
  },
];
