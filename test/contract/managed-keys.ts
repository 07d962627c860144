import assert from 'node:assert/strict';
import { type Case, makeGauge, patch, post, refused, succeeded } from './exchange.ts';
import { by, entries, owned } from './owners.ts';
import { gauge, gauges } from './resources.ts';

export const managedKeys: Case[] = [
  {
    name: 'without fieldManager the manager is the first part of the User-Agent, without that it is unknown',
    async run({ admin }, namespace) {
      const agent = { 'user-agent': 'probe/v1.2 (linux/amd64) kubernetes/abc' };
      const made = succeeded(await post(admin, gauges(namespace), gauge('a'), agent), 201);
      assert.deepEqual(
        entries(made).map(({ manager }) => manager),
        ['probe'],
      );
      const nameless = succeeded(await post(admin, gauges(namespace), gauge('b')), 201);
      assert.deepEqual(
        entries(nameless).map(({ manager }) => manager),
        ['unknown'],
      );
    },
  },
  {
    name: 'annotations are owned one by one',
    async run({ admin }, namespace) {
      const body = gauge('a', { metadata: { annotations: { x: '1' } } });
      succeeded(await post(admin, by(gauges(namespace), 'one'), body), 201);
      const change = { metadata: { annotations: { 'a.b/c': '1' } } };
      const changed = succeeded(await patch(admin, by(gauges(namespace, 'a'), 'two'), change));
      assert.deepEqual(owned(changed, 'two'), { 'f:metadata': { 'f:annotations': { 'f:a.b/c': {} } } });
      const { 'f:metadata': kept } = owned(changed, 'one');
      assert.deepEqual(kept, { 'f:annotations': { '.': {}, 'f:x': {} } });
    },
  },
  {
    name: 'the items of a keyed list are owned one by one',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const path = gauges(namespace, 'a', 'status');
      const ready = { type: 'Ready', status: 'True' };
      const first = { status: { errorCount: 0, conditions: [ready] } };
      succeeded(await patch(server.admin, by(path, 'one'), first));
      const second = { status: { conditions: [ready, { type: 'Powered', status: 'True' }] } };
      const changed = succeeded(await patch(server.admin, by(path, 'two'), second));
      const item = { '.': {}, 'f:type': {}, 'f:status': {} };
      assert.deepEqual(owned(changed, 'one', 'status')['f:status']['f:conditions'], {
        '.': {},
        'k:{"type":"Ready"}': item,
      });
      assert.deepEqual(owned(changed, 'two', 'status'), {
        'f:status': { 'f:conditions': { 'k:{"type":"Powered"}': item } },
      });
    },
  },
  {
    name: 'finalizers are owned value by value',
    async run({ admin }, namespace) {
      succeeded(await post(admin, by(gauges(namespace), 'one'), gauge('a')), 201);
      const body = { metadata: { finalizers: ['contract.example/hold'] } };
      const changed = succeeded(await patch(admin, by(gauges(namespace, 'a'), 'two'), body));
      assert.deepEqual(owned(changed, 'two'), {
        'f:metadata': { 'f:finalizers': { '.': {}, 'v:"contract.example/hold"': {} } },
      });
    },
  },
  {
    name: 'a fieldManager of more than 128 bytes is 422',
    async run({ admin }, namespace) {
      const said = 'Too long: may not be more than 128 bytes';
      refused(await patch(admin, by(gauges(namespace, 'a'), 'x'.repeat(129)), {}), {
        code: 422,
        reason: 'Invalid',
        message: `PatchOptions.meta.k8s.io "" is invalid: fieldManager: ${said}`,
        details: {
          group: 'meta.k8s.io',
          kind: 'PatchOptions',
          causes: [{ reason: 'FieldValueTooLong', message: said, field: 'fieldManager' }],
        },
      });
    },
  },
];
