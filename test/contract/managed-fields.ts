import assert from 'node:assert/strict';
import { type Case, makeGauge, patch, post, succeeded } from './exchange.ts';
import { by, entries, owned } from './owners.ts';
import { gauge, gauges } from './resources.ts';

export const managedFields: Case[] = [
  {
    name: 'who makes an object owns every field of it, defaults too; a list is one field',
    async run({ admin }, namespace) {
      const body = gauge('a', {
        metadata: { labels: { tier: 'x' }, annotations: { note: '1' } },
        spec: { tags: ['x', 'y'], image: { url: 'http://old' } },
      });
      const made = succeeded(await post(admin, by(gauges(namespace), 'one'), body), 201);
      assert.deepEqual(entries(made), [
        {
          manager: 'one',
          fields: {
            'f:metadata': {
              'f:labels': { '.': {}, 'f:tier': {} },
              'f:annotations': { '.': {}, 'f:note': {} },
            },
            'f:spec': {
              '.': {},
              'f:online': {},
              'f:mode': {},
              'f:tags': {},
              'f:image': { '.': {}, 'f:url': {} },
            },
          },
        },
      ]);
    },
  },
  {
    name: 'a field that another manager changes moves to it, and what it adds is its own',
    async run({ admin }, namespace) {
      const body = gauge('a', { spec: { image: { url: 'http://old', checksum: 'x' } } });
      succeeded(await post(admin, by(gauges(namespace), 'one'), body), 201);
      const change = { spec: { size: 3, image: { url: 'http://new' } } };
      const changed = succeeded(await patch(admin, by(gauges(namespace, 'a'), 'two'), change));
      assert.deepEqual(owned(changed, 'one'), {
        'f:spec': { '.': {}, 'f:online': {}, 'f:mode': {}, 'f:image': { '.': {}, 'f:checksum': {} } },
      });
      assert.deepEqual(owned(changed, 'two'), { 'f:spec': { 'f:size': {}, 'f:image': { 'f:url': {} } } });
    },
  },
  {
    name: 'a field set again to the value that it has stays whose it was',
    async run({ admin }, namespace) {
      const body = gauge('a', { spec: { size: 3 } });
      succeeded(await post(admin, by(gauges(namespace), 'one'), body), 201);
      const change = { spec: { size: 3, serial: 'S' } };
      const changed = succeeded(await patch(admin, by(gauges(namespace, 'a'), 'two'), change));
      assert.deepEqual(owned(changed, 'two'), { 'f:spec': { 'f:serial': {} } });
      assert.ok('f:size' in owned(changed, 'one')['f:spec']);
    },
  },
  {
    name: 'a manager whose last field moves away has no entry left',
    async run({ admin }, namespace) {
      succeeded(await post(admin, by(gauges(namespace), 'one'), gauge('a')), 201);
      const path = gauges(namespace, 'a');
      const second = succeeded(await patch(admin, by(path, 'two'), { spec: { size: 3 } }));
      assert.deepEqual(owned(second, 'two'), { 'f:spec': { 'f:size': {} } });
      const third = succeeded(await patch(admin, by(path, 'three'), { spec: { size: 4 } }));
      assert.equal(owned(third, 'two'), undefined);
      assert.deepEqual(owned(third, 'three'), { 'f:spec': { 'f:size': {} } });
    },
  },
  {
    name: 'a deleted field has no owner',
    async run({ admin }, namespace) {
      succeeded(await post(admin, by(gauges(namespace), 'one'), gauge('a', { spec: { size: 3 } })), 201);
      const changed = succeeded(
        await patch(admin, by(gauges(namespace, 'a'), 'two'), { spec: { size: null } }),
      );
      assert.deepEqual(owned(changed, 'one'), { 'f:spec': { '.': {}, 'f:online': {}, 'f:mode': {} } });
      assert.equal(owned(changed, 'two'), undefined);
    },
  },
  {
    name: "the status through its subresource has an entry of its own, beside the same manager's other",
    async run({ admin }, namespace) {
      succeeded(await post(admin, by(gauges(namespace), 'one'), gauge('a')), 201);
      const path = gauges(namespace, 'a', 'status');
      const status = { errorCount: 1, image: { url: 'http://old' } };
      const changed = succeeded(await patch(admin, by(path, 'one'), { status }));
      assert.deepEqual(owned(changed, 'one'), { 'f:spec': { '.': {}, 'f:online': {}, 'f:mode': {} } });
      assert.deepEqual(owned(changed, 'one', 'status'), {
        'f:status': { '.': {}, 'f:errorCount': {}, 'f:image': { '.': {}, 'f:url': {} } },
      });
    },
  },
  {
    name: 'a field of the status moves between managers too',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const path = gauges(namespace, 'a', 'status');
      const status = { errorCount: 1, state: 'provisioned' };
      succeeded(await patch(server.admin, by(path, 'operator'), { status }));
      const changed = succeeded(await patch(server.admin, by(path, 'tool'), { status: { errorCount: 0 } }));
      assert.deepEqual(owned(changed, 'operator', 'status'), { 'f:status': { '.': {}, 'f:state': {} } });
      assert.deepEqual(owned(changed, 'tool', 'status'), { 'f:status': { 'f:errorCount': {} } });
    },
  },
  {
    name: 'dryRun=All answers the owners as they would be',
    async run({ admin }, namespace) {
      succeeded(await post(admin, by(gauges(namespace), 'one'), gauge('a')), 201);
      const path = `${by(gauges(namespace, 'a'), 'two')}&dryRun=All`;
      const changed = succeeded(await patch(admin, path, { spec: { size: 3 } }));
      assert.deepEqual(owned(changed, 'two'), { 'f:spec': { 'f:size': {} } });
    },
  },
];
