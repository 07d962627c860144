import assert from 'node:assert/strict';
import { type Case, get, makeGauge, patch, post, readGauge, refused, remove, succeeded } from './exchange.ts';
import { GAUGES, GROUP, gauge, gaugeDetails, gauges } from './resources.ts';

const dry = (path: string) => `${path}?dryRun=All`;

export const dryRun: Case[] = [
  {
    name: 'POST with dryRun=All returns the new object and stores nothing',
    async run(server, namespace) {
      const { metadata, spec } = succeeded(await post(server.admin, dry(gauges(namespace)), gauge('a')), 201);
      assert.deepEqual(spec, { online: true, mode: 'auto' });
      assert.match(metadata.uid, /./);
      assert.equal(metadata.generation, 1);
      assert.equal((await get(server.admin, gauges(namespace, 'a'))).status, 404);
    },
  },
  {
    name: 'PATCH with dryRun=All returns the result and changes nothing',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a');
      const answer = await patch(server.admin, dry(gauges(namespace, 'a')), { spec: { size: 3 } });
      const { metadata, spec } = succeeded(answer);
      assert.deepEqual([spec.size, metadata.generation], [3, 2]);
      assert.deepEqual(await readGauge(server, namespace, 'a'), before);
    },
  },
  {
    name: 'PATCH of the status with dryRun=All returns the result and changes nothing',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a');
      const status = { errorCount: 1 };
      const answer = await patch(server.admin, dry(gauges(namespace, 'a', 'status')), { status });
      assert.deepEqual(succeeded(answer).status, status);
      assert.deepEqual(await readGauge(server, namespace, 'a'), before);
    },
  },
  {
    name: 'DELETE with dryRun=All, in the query or in the body, deletes nothing',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a');
      succeeded(await remove(server.admin, dry(gauges(namespace, 'a'))));
      const options = { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] };
      succeeded(await remove(server.admin, gauges(namespace, 'a'), options));
      assert.deepEqual(await readGauge(server, namespace, 'a'), before);
    },
  },
  {
    name: 'dryRun=All refuses the same requests: schema, conflict, existing name, missing object',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const stale = { metadata: { resourceVersion: '1' }, spec: { size: 3 } };
      const reasons = [
        await patch(server.admin, dry(gauges(namespace, 'a')), { spec: { size: 11 } }),
        await patch(server.admin, dry(gauges(namespace, 'a')), stale),
        await post(server.admin, dry(gauges(namespace)), gauge('a')),
        await patch(server.admin, dry(gauges(namespace, 'b')), { spec: { size: 3 } }),
      ].map(({ status, json }) => [status, json.reason]);
      assert.deepEqual(reasons, [
        [422, 'Invalid'],
        [409, 'Conflict'],
        [409, 'AlreadyExists'],
        [404, 'NotFound'],
      ]);
    },
  },
  {
    name: 'dryRun=All needs the same permission as the change itself',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      refused(await patch(server.weak, dry(gauges(namespace, 'a')), { spec: { size: 3 } }), {
        code: 403,
        reason: 'Forbidden',
        message: `${GAUGES} "a" is forbidden: User "weak" cannot patch resource "gauges" in API group "${GROUP}" in the namespace "${namespace}"`,
        details: gaugeDetails,
      });
    },
  },
  {
    name: 'a dryRun other than All is 422 and changes nothing',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a');
      const said = 'Unsupported value: ["Some"]: supported values: "All"';
      refused(await patch(server.admin, `${gauges(namespace, 'a')}?dryRun=Some`, { spec: { size: 3 } }), {
        code: 422,
        reason: 'Invalid',
        message: `PatchOptions.meta.k8s.io "" is invalid: dryRun: ${said}`,
        details: {
          group: 'meta.k8s.io',
          kind: 'PatchOptions',
          causes: [{ reason: 'FieldValueNotSupported', message: said, field: 'dryRun' }],
        },
      });
      assert.deepEqual(await readGauge(server, namespace, 'a'), before);
    },
  },
];
