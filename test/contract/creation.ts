import assert from 'node:assert/strict';
import { type Case, makeGauge, post, readGauge, refused, succeeded } from './exchange.ts';
import { API_VERSION, gauge, gauges, zone, zones } from './resources.ts';

export const creation: Case[] = [
  {
    name: 'POST returns 201 with the stored object: uid, resourceVersion, generation 1, creationTimestamp, defaults',
    async run(server, namespace) {
      const made = await makeGauge(server, namespace, 'a', { metadata: { labels: { tier: 'x' } } });
      const { uid, resourceVersion, creationTimestamp, managedFields, ...metadata } = made.metadata;
      assert.match(uid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      assert.match(resourceVersion, /^[1-9][0-9]*$/);
      assert.match(creationTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.equal(managedFields.length, 1);
      assert.deepEqual(metadata, { name: 'a', namespace, generation: 1, labels: { tier: 'x' } });
      const { apiVersion, kind, spec, status } = made;
      assert.deepEqual({ apiVersion, kind }, { apiVersion: API_VERSION, kind: 'Gauge' });
      assert.deepEqual({ spec, status }, { spec: { online: true, mode: 'auto' }, status: undefined });
      assert.deepEqual(await readGauge(server, namespace, 'a'), made);
    },
  },
  {
    name: 'POST does not set the status of a resource that has it as a subresource',
    async run(server, namespace) {
      const made = await makeGauge(server, namespace, 'a', { status: { errorCount: 3 } });
      assert.equal(made.status, undefined);
    },
  },
  {
    name: 'POST sets the status of a resource without the subresource',
    async run({ admin }, namespace) {
      const made = succeeded(await post(admin, zones(), zone(namespace, { status: { errorCount: 3 } })), 201);
      assert.deepEqual(made.status, { errorCount: 3 });
    },
  },
  {
    name: 'POST ignores uid, creationTimestamp and generation that a client sends',
    async run(server, namespace) {
      const metadata = { uid: 'mine', creationTimestamp: '2001-01-01T00:00:00Z', generation: 7 };
      const made = await makeGauge(server, namespace, 'a', { metadata });
      assert.notEqual(made.metadata.uid, 'mine');
      assert.notEqual(made.metadata.creationTimestamp, '2001-01-01T00:00:00Z');
      assert.equal(made.metadata.generation, 1);
    },
  },
  {
    name: 'generateName: the prefix and five random characters',
    async run({ admin }, namespace) {
      const body = { ...gauge(''), metadata: { generateName: 'probe-' } };
      const one = succeeded(await post(admin, gauges(namespace), body), 201).metadata;
      const two = succeeded(await post(admin, gauges(namespace), body), 201).metadata;
      assert.match(one.name, /^probe-[a-z0-9]{5}$/);
      assert.equal(one.generateName, 'probe-');
      assert.notEqual(two.name, one.name);
    },
  },
  {
    name: 'a resourceVersion in a new object is refused',
    async run({ admin }, namespace) {
      const answer = await post(admin, gauges(namespace), gauge('a', { metadata: { resourceVersion: '1' } }));
      refused(answer, { code: 500, message: 'resourceVersion should not be set on objects to be created' });
    },
  },
];
