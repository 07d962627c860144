import assert from 'node:assert/strict';
import { watch } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';
import { type Case, get, type Json, patch, post, remove, succeeded } from './exchange.ts';

const HOLD = 'contract.example/hold';

const pods = (namespace: string, name?: string): string =>
  [`/api/v1/namespaces/${namespace}/pods`, name].filter(Boolean).join('/');

/** Makes pod `a`, which is bound to a node. */
const make = async ({ admin }: TestServer, namespace: string, metadata: object = {}): Promise<Json> => {
  const spec = { nodeName: 'somewhere', containers: [{ name: 'main', image: 'busybox' }] };
  const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', ...metadata }, spec };
  return succeeded(await post(admin, pods(namespace), body), 201);
};

/** Deletes pod `a` and gives what is told of its end: `[seconds of grace, milliseconds from now until then]`. */
async function deleted({ admin }: TestServer, namespace: string, options: object = {}): Promise<Json> {
  return succeeded(await remove(admin, pods(namespace, 'a'), options)).metadata;
}

const isGone = async ({ admin }: TestServer, namespace: string): Promise<boolean> =>
  (await get(admin, pods(namespace, 'a'))).status === 404;

export const podDeletion: Case[] = [
  {
    name: 'a grace period can be made shorter, not longer, and counts from the first deletion',
    async run(server, namespace) {
      await make(server, namespace);
      const first = await deleted(server, namespace, { gracePeriodSeconds: 60 });
      assert.deepEqual([first.deletionGracePeriodSeconds, first.generation], [60, 2]);
      for (const options of [{}, { gracePeriodSeconds: 90 }])
        assert.deepEqual(await deleted(server, namespace, options), first);
      const shorter = await deleted(server, namespace, { gracePeriodSeconds: 20 });
      assert.deepEqual([shorter.deletionGracePeriodSeconds, shorter.generation], [20, 2]);
      const difference = Date.parse(first.deletionTimestamp) - Date.parse(shorter.deletionTimestamp);
      assert.equal(difference, 40_000);
    },
  },
  {
    name: 'a pod that ended while it was deleted waits for its kubelet all the same; one that ended before does not',
    async run(server, namespace) {
      const end = { status: { phase: 'Succeeded' } };
      await make(server, namespace);
      await deleted(server, namespace);
      succeeded(await patch(server.admin, `${pods(namespace, 'a')}/status`, end));
      await deleted(server, namespace);
      assert.equal(await isGone(server, namespace), false);
      await deleted(server, namespace, { gracePeriodSeconds: 0 });
      assert.equal(await isGone(server, namespace), true);
      await make(server, namespace);
      succeeded(await patch(server.admin, `${pods(namespace, 'a')}/status`, end));
      await deleted(server, namespace);
      assert.equal(await isGone(server, namespace), true);
    },
  },
  {
    name: 'a watch sees the end of the grace period, then the deletion',
    async run(server, namespace) {
      const { metadata } = await make(server, namespace);
      await deleted(server, namespace, { gracePeriodSeconds: 0 });
      const seen: [string, number | undefined][] = [];
      const from = `${pods(namespace)}?watch=true&resourceVersion=${metadata.resourceVersion}`;
      for await (const { type, object } of watch(server.admin, from)) {
        seen.push([type, object.metadata.deletionGracePeriodSeconds]);
        if (seen.length === 2) break;
      }
      assert.deepEqual(seen, [
        ['MODIFIED', 0],
        ['DELETED', 0],
      ]);
    },
  },
  {
    name: 'a finalizer holds a pod whose grace period is over, and a grace period one without finalizers',
    async run(server, namespace) {
      const finalizers = [HOLD];
      const release = () => patch(server.admin, pods(namespace, 'a'), { metadata: { finalizers: null } });
      await make(server, namespace, { finalizers });
      const held = await deleted(server, namespace, { gracePeriodSeconds: 0 });
      assert.deepEqual([held.finalizers, held.deletionGracePeriodSeconds], [finalizers, 0]);
      succeeded(await release());
      assert.equal(await isGone(server, namespace), true);
      await make(server, namespace, { finalizers });
      await deleted(server, namespace);
      succeeded(await release());
      assert.equal(await isGone(server, namespace), false);
      await deleted(server, namespace, { gracePeriodSeconds: 0 });
    },
  },
  {
    name: 'what a pod is limited to is what it asks for, and says how readily it is evicted',
    async run({ admin }, namespace) {
      const made = async (resources: object) => {
        const spec = { containers: [{ name: 'main', image: 'busybox', resources }] };
        const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec };
        return succeeded(await post(admin, `${pods(namespace)}?dryRun=All`, body), 201);
      };
      const limits = { cpu: '1000m', memory: '1024Mi' };
      const stored = { cpu: '1', memory: '1Gi' };
      const guaranteed = await made({ limits });
      assert.deepEqual(guaranteed.spec.containers[0].resources, { limits: stored, requests: stored });
      assert.equal(guaranteed.status.qosClass, 'Guaranteed');
      assert.equal((await made({ requests: { memory: '400Mi' } })).status.qosClass, 'Burstable');
      assert.equal((await made({})).status.qosClass, 'BestEffort');
    },
  },
];
