import assert from 'node:assert/strict';
import { type Case, get, jsonPatch, makeGauge, patch, post, put, readGauge, succeeded } from './exchange.ts';
import { gauges, zone, zones } from './resources.ts';

const healthy = { errorCount: 0, state: 'provisioned' };

export const subresources: Case[] = [
  {
    name: 'a patch of the status changes nothing but the status',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a', { metadata: { labels: { tier: 'x' } } });
      const answer = await patch(server.admin, gauges(namespace, 'a', 'status'), {
        metadata: { labels: { tier: 'y' }, annotations: { x: '1' }, finalizers: ['contract.example/hold'] },
        spec: { size: 3 },
        status: healthy,
      });
      const { metadata, spec, status } = succeeded(answer);
      assert.deepEqual({ spec, status }, { spec: before.spec, status: healthy });
      const { resourceVersion, managedFields: _, ...rest } = metadata;
      const { resourceVersion: earlier, managedFields: __, ...same } = before.metadata;
      assert.deepEqual(rest, same);
      assert.notEqual(resourceVersion, earlier);
      assert.deepEqual(await readGauge(server, namespace, 'a'), answer.json);
    },
  },
  {
    name: 'a patch of the object does not change the status',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      succeeded(await patch(server.admin, gauges(namespace, 'a', 'status'), { status: healthy }));
      const body = { spec: { size: 3 }, status: { errorCount: 9, state: 'gone' } };
      const { spec, status } = succeeded(await patch(server.admin, gauges(namespace, 'a'), body));
      assert.deepEqual([spec.size, status], [3, healthy]);
    },
  },
  {
    name: 'a patch of the object that names only the status changes nothing at all',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a');
      const answer = await patch(server.admin, gauges(namespace, 'a'), { status: healthy });
      assert.deepEqual(succeeded(answer), before);
    },
  },
  {
    name: 'a patch of the status that names only the spec changes nothing at all',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a');
      const answer = await patch(server.admin, gauges(namespace, 'a', 'status'), { spec: { size: 3 } });
      assert.deepEqual(succeeded(answer), before);
    },
  },
  {
    name: 'null deletes in the status too',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const path = gauges(namespace, 'a', 'status');
      succeeded(await patch(server.admin, path, { status: { ...healthy, errorType: 'power error' } }));
      const { status } = succeeded(await patch(server.admin, path, { status: { errorType: null } }));
      assert.deepEqual(status, healthy);
    },
  },
  {
    name: 'a JSON patch of the status',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const answer = await jsonPatch(server.admin, gauges(namespace, 'a', 'status'), [
        { op: 'add', path: '/status', value: healthy },
      ]);
      assert.deepEqual(succeeded(answer).status, healthy);
    },
  },
  {
    name: 'PUT of the status replaces it whole and leaves the spec',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const path = gauges(namespace, 'a', 'status');
      const current = succeeded(await patch(server.admin, path, { status: healthy }));
      const body = { ...current, spec: { online: false }, status: { errorCount: 1 } };
      const { spec, status } = succeeded(await put(server.admin, path, body));
      assert.deepEqual({ spec, status }, { spec: current.spec, status: { errorCount: 1 } });
    },
  },
  {
    name: 'GET of the status is the whole object',
    async run(server, namespace) {
      const made = await makeGauge(server, namespace, 'a');
      assert.deepEqual(succeeded(await get(server.admin, gauges(namespace, 'a', 'status'))), made);
    },
  },
  {
    name: 'a resource without the subresource has no such path, and its status is a field like others',
    async run({ admin }, namespace) {
      succeeded(await post(admin, zones(), zone(namespace)), 201);
      assert.equal((await get(admin, `${zones(namespace)}/status`)).status, 404);
      const { status } = succeeded(await patch(admin, zones(namespace), { status: healthy }));
      assert.deepEqual(status, healthy);
    },
  },
];
