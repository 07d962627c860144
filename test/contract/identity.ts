import assert from 'node:assert/strict';
import { type Case, makeGauge, patch, post, put, readGauge, refused, succeeded } from './exchange.ts';
import { GAUGES, GROUP, gauge, gaugeDetails, gauges, zone, zones } from './resources.ts';

const healthy = { errorCount: 0, state: 'provisioned' };

export const identity: Case[] = [
  {
    name: 'generation: counts only changes of the spec',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a');
      assert.equal(metadata.generation, 1);
      const path = gauges(namespace, 'a');
      const generation = async (to: string, body: unknown) =>
        succeeded(await patch(server.admin, to, body)).metadata.generation;
      assert.equal(await generation(path, { metadata: { labels: { tier: 'x' } } }), 1);
      assert.equal(await generation(path, { metadata: { annotations: { x: '1' } } }), 1);
      assert.equal(await generation(`${path}/status`, { status: healthy }), 1);
      assert.equal(await generation(path, { spec: { size: 2 } }), 2);
      assert.equal(await generation(path, { spec: { size: 2 } }), 2);
      assert.equal(await generation(path, { metadata: { generation: 9 }, spec: { size: null } }), 3);
    },
  },
  {
    name: 'generation: without a status subresource every field beside the metadata counts',
    async run({ admin }, namespace) {
      const path = zones(namespace);
      assert.equal(succeeded(await post(admin, zones(), zone(namespace)), 201).metadata.generation, 1);
      const status = succeeded(await patch(admin, path, { status: healthy }));
      assert.equal(status.metadata.generation, 2);
      const labels = succeeded(await patch(admin, path, { metadata: { labels: { tier: 'x' } } }));
      assert.equal(labels.metadata.generation, 2);
    },
  },
  {
    name: 'another uid is 422 at the field, and the object stays as it was',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a');
      const answer = await patch(server.admin, gauges(namespace, 'a'), { metadata: { uid: 'other' } });
      const said = 'Invalid value: "other": field is immutable';
      const { reason, message, details } = succeeded(answer, 422);
      assert.deepEqual(
        [reason, message],
        ['Invalid', `Gauge.${GROUP} "a" is invalid: metadata.uid: ${said}`],
      );
      // The real server names the same cause twice.
      for (const cause of details.causes)
        assert.deepEqual(cause, { reason: 'FieldValueInvalid', message: said, field: 'metadata.uid' });
      assert.ok(details.causes.length > 0);
      assert.deepEqual(await readGauge(server, namespace, 'a'), before);
    },
  },
  {
    name: 'a generation or creationTimestamp from a client is ignored',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a');
      for (const metadata of [{ generation: 9 }, { creationTimestamp: '2001-01-01T00:00:00Z' }])
        assert.deepEqual(succeeded(await patch(server.admin, gauges(namespace, 'a'), { metadata })), before);
    },
  },
  {
    name: 'PUT with another uid is 409',
    async run(server, namespace) {
      const { metadata, spec } = await makeGauge(server, namespace, 'a');
      const { uid, resourceVersion } = metadata;
      const body = gauge('a', { metadata: { uid: 'other', resourceVersion }, spec: { ...spec, size: 3 } });
      refused(await put(server.admin, gauges(namespace, 'a'), body), {
        code: 409,
        reason: 'Conflict',
        message: new RegExp(
          `^Operation cannot be fulfilled on ${GAUGES} "a": .*Precondition failed: UID in precondition: other, UID in object meta: ${uid}$`,
        ),
        details: gaugeDetails,
      });
      assert.equal((await readGauge(server, namespace, 'a')).spec.size, undefined);
    },
  },
];
