import assert from 'node:assert/strict';
import { watch } from '../support/http.ts';
import { type Case, makeGauge, patch, post, remove, succeeded } from './exchange.ts';
import { API_VERSION, gauge, gauges } from './resources.ts';
import { brief, now, query, take } from './watching.ts';

export const watches: Case[] = [
  {
    name: 'from a version: every later change, in order, whole; a deleted object as it last was',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'before');
      const resourceVersion = await now(server, namespace);
      const made = await makeGauge(server, namespace, 'a');
      const changed = succeeded(await patch(server.admin, gauges(namespace, 'a'), { spec: { size: 3 } }));
      succeeded(await remove(server.admin, gauges(namespace, 'a')));
      const [first, next, last] = await take(server, query(gauges(namespace), { resourceVersion }), 3);
      assert.deepEqual(first, { type: 'ADDED', object: made });
      assert.deepEqual(next, { type: 'MODIFIED', object: changed });
      assert.equal(last?.type, 'DELETED');
      const { resourceVersion: deleted } = last.object.metadata;
      assert.ok(BigInt(deleted) > BigInt(changed.metadata.resourceVersion));
      const object = { ...changed, metadata: { ...changed.metadata, resourceVersion: deleted } };
      assert.deepEqual(last.object, object);
    },
  },
  {
    name: "from an object's own version: what came after it, not itself",
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a');
      await makeGauge(server, namespace, 'b');
      const { resourceVersion } = metadata;
      const events = await take(server, query(gauges(namespace), { resourceVersion }), 1);
      assert.deepEqual(events.map(brief), [['ADDED', 'b', undefined]]);
    },
  },
  {
    name: 'without a version, and from 0: the existing objects as ADDED, then the changes',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a', { spec: { size: 1 } });
      let size = 1;
      for (const parameters of [{}, { resourceVersion: '0' }] as Record<string, string>[]) {
        const events = watch(server.admin, query(gauges(namespace), parameters));
        assert.deepEqual(brief((await events.next()).value), ['ADDED', 'a', size]);
        size += 1;
        succeeded(await patch(server.admin, gauges(namespace, 'a'), { spec: { size } }));
        assert.deepEqual(brief((await events.next()).value), ['MODIFIED', 'a', size]);
        await events.return(undefined);
      }
    },
  },
  {
    name: 'the status, and metadata alone, are changes too; a patch that changes nothing and a dry run are none',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a', { spec: { size: 1 } });
      const path = gauges(namespace, 'a');
      succeeded(await patch(server.admin, path, { spec: { size: 1 } }));
      succeeded(await patch(server.admin, `${path}?dryRun=All`, { spec: { size: 2 } }));
      const status = succeeded(await patch(server.admin, `${path}/status`, { status: { errorCount: 1 } }));
      const labels = succeeded(await patch(server.admin, path, { metadata: { labels: { tier: 'x' } } }));
      const { resourceVersion } = metadata;
      assert.deepEqual(await take(server, query(gauges(namespace), { resourceVersion }), 2), [
        { type: 'MODIFIED', object: status },
        { type: 'MODIFIED', object: labels },
      ]);
    },
  },
  {
    name: 'one namespace does not see another; the watch of all sees both',
    async run(server, namespace) {
      const resourceVersion = await now(server, namespace);
      await makeGauge(server, 'default', namespace);
      await makeGauge(server, namespace, 'a');
      const here = await take(server, query(gauges(namespace), { resourceVersion }), 1);
      assert.deepEqual(here.map(brief), [['ADDED', 'a', undefined]]);
      const seen: string[] = [];
      for await (const event of watch(
        server.admin,
        query(`/apis/${API_VERSION}/gauges`, { resourceVersion }),
      )) {
        const { metadata } = event.object;
        if (metadata.name === namespace || metadata.namespace === namespace) seen.push(metadata.name);
        if (seen.length === 2) break;
      }
      assert.deepEqual(seen, [namespace, 'a']);
    },
  },
  {
    name: 'fieldSelector metadata.name: one object, also one created later',
    async run(server, namespace) {
      const resourceVersion = await now(server, namespace);
      await makeGauge(server, namespace, 'a');
      await makeGauge(server, namespace, 'b');
      const path = query(gauges(namespace), { resourceVersion, fieldSelector: 'metadata.name=b' });
      assert.deepEqual((await take(server, path, 1)).map(brief), [['ADDED', 'b', undefined]]);
    },
  },
  {
    name: 'labelSelector: entering the selection is ADDED, leaving it DELETED, what is outside is not seen',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a', { spec: { size: 1 } });
      const { resourceVersion } = metadata;
      const path = gauges(namespace, 'a');
      const labels = (tier: string | null) => ({ metadata: { labels: { tier } } });
      const entered = succeeded(await patch(server.admin, path, labels('x')));
      const changed = succeeded(await patch(server.admin, path, { spec: { size: 2 } }));
      const left = succeeded(await patch(server.admin, path, labels('y')));
      succeeded(await patch(server.admin, path, { spec: { size: 3 } }));
      const again = succeeded(await patch(server.admin, path, labels('x')));
      const events = await take(
        server,
        query(gauges(namespace), { resourceVersion, labelSelector: 'tier=x' }),
        4,
      );
      const gone = { ...changed.metadata, resourceVersion: left.metadata.resourceVersion };
      assert.deepEqual(events, [
        { type: 'ADDED', object: entered },
        { type: 'MODIFIED', object: changed },
        { type: 'DELETED', object: { ...changed, metadata: gone } },
        { type: 'ADDED', object: again },
      ]);
    },
  },
  {
    name: 'two watches of the same collection see the same events',
    async run(server, namespace) {
      const resourceVersion = await now(server, namespace);
      for (const name of ['a', 'b']) succeeded(await post(server.admin, gauges(namespace), gauge(name)), 201);
      const path = query(gauges(namespace), { resourceVersion });
      const [one, two] = await Promise.all([take(server, path, 2), take(server, path, 2)]);
      assert.deepEqual(one, two);
    },
  },
];
