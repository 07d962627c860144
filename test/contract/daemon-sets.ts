import assert from 'node:assert/strict';
import type { TestServer } from '../support/server.ts';
import { asTable, type Case, get, type Json, patch, post, succeeded } from './exchange.ts';

const daemonSets = (namespace: string, name?: string): string =>
  [`/apis/apps/v1/namespaces/${namespace}/daemonsets`, name].filter(Boolean).join('/');

const make = async ({ admin }: TestServer, namespace: string, podSpec: object = {}): Promise<Json> =>
  succeeded(
    await post(admin, daemonSets(namespace), {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'a' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: {
          metadata: { labels: { app: 'a' } },
          spec: { containers: [{ name: 'main', image: 'busybox:1' }], ...podSpec },
        },
      },
    }),
    201,
  );

const NONE = {
  currentNumberScheduled: 0,
  numberMisscheduled: 0,
  desiredNumberScheduled: 0,
  numberReady: 0,
};

export const daemonSetCases: Case[] = [
  {
    name: 'a DaemonSet is made with its defaults and those of its pods',
    async run(server, namespace) {
      const { spec, status, metadata } = await make(server, namespace);
      assert.deepEqual([metadata.generation, status], [1, NONE]);
      const { template, ...rest } = spec;
      assert.deepEqual(rest, {
        selector: { matchLabels: { app: 'a' } },
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
        revisionHistoryLimit: 10,
      });
      assert.equal(template.spec.containers[0].image, 'busybox:1');
      assert.equal(template.spec.restartPolicy, 'Always');
    },
  },
  {
    name: 'DaemonSets are listed in one namespace and in all',
    async run(server, namespace) {
      const made = await make(server, namespace);
      for (const path of [daemonSets(namespace), '/apis/apps/v1/daemonsets']) {
        const list = succeeded(await get(server.admin, `${path}?limit=500`));
        assert.equal(list.kind, 'DaemonSetList');
        const found = list.items.find(({ metadata }: Json) => metadata.uid === made.metadata.uid);
        assert.deepEqual(found.spec, made.spec);
      }
    },
  },
  {
    name: 'the status of a DaemonSet is written apart, and keeps its counts',
    async run({ admin, ...server }, namespace) {
      await make({ admin, ...server }, namespace);
      const status = { desiredNumberScheduled: 3, currentNumberScheduled: 3, numberReady: 2 };
      const path = daemonSets(namespace, 'a');
      const written = succeeded(await patch(admin, `${path}/status`, { status }));
      assert.deepEqual(written.status, { ...NONE, ...status });
      const left = succeeded(await patch(admin, path, { status: { numberReady: 1 } }));
      assert.deepEqual([left.status, left.metadata.generation], [written.status, 1]);
    },
  },
  {
    name: 'the table of DaemonSets',
    async run(server, namespace) {
      await make(server, namespace, { nodeSelector: { disk: 'ssd' } });
      const { columnDefinitions, rows } = succeeded(await get(server.admin, daemonSets(namespace), asTable));
      assert.deepEqual(
        columnDefinitions.map(({ name, priority }: Json) => [name, priority]),
        [
          ['Name', 0],
          ['Desired', 0],
          ['Current', 0],
          ['Ready', 0],
          ['Up-to-date', 0],
          ['Available', 0],
          ['Node Selector', 0],
          ['Age', 0],
          ['Containers', 1],
          ['Images', 1],
          ['Selector', 1],
        ],
      );
      const { cells } = rows[0];
      assert.deepEqual(cells.toSpliced(7, 1), ['a', 0, 0, 0, 0, 0, 'disk=ssd', 'main', 'busybox:1', 'app=a']);
    },
  },
];
