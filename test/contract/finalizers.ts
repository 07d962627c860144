import assert from 'node:assert/strict';
import { watch } from '../support/http.ts';
import {
  type Case,
  gaugeMissing,
  get,
  makeGauge,
  patch,
  readGauge,
  refused,
  remove,
  succeeded,
} from './exchange.ts';
import { gauges } from './resources.ts';

const HOLD = 'contract.example/hold';

export const finalizers: Case[] = [
  {
    name: 'a finalizer holds a deleted object: it is answered with deletionTimestamp and stays until that is removed',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a', { metadata: { finalizers: [HOLD] } });
      const path = gauges(namespace, 'a');
      const held = succeeded(await remove(server.admin, path));
      const { deletionTimestamp, deletionGracePeriodSeconds, generation, resourceVersion } = held.metadata;
      assert.match(deletionTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.deepEqual([deletionGracePeriodSeconds, generation], [0, 2]);
      assert.ok(BigInt(resourceVersion) > BigInt(before.metadata.resourceVersion));
      assert.deepEqual(await readGauge(server, namespace, 'a'), held);
      const changed = succeeded(await patch(server.admin, path, { spec: { size: 3 } }));
      assert.equal(changed.metadata.deletionTimestamp, deletionTimestamp);
      const last = succeeded(await patch(server.admin, path, { metadata: { finalizers: null } }));
      assert.equal('finalizers' in last.metadata, false);
      refused(await get(server.admin, path), gaugeMissing);
    },
  },
  {
    name: 'a watch sees the deletion of a held object as MODIFIED, its end as DELETED',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a', { metadata: { finalizers: [HOLD] } });
      const path = gauges(namespace, 'a');
      succeeded(await remove(server.admin, path));
      succeeded(await patch(server.admin, path, { metadata: { finalizers: [] } }));
      const seen: [string, boolean][] = [];
      const from = `${gauges(namespace)}?watch=true&resourceVersion=${metadata.resourceVersion}`;
      for await (const { type, object } of watch(server.admin, from)) {
        seen.push([type, 'deletionTimestamp' in object.metadata]);
        if (seen.length === 2) break;
      }
      assert.deepEqual(seen, [
        ['MODIFIED', true],
        ['DELETED', true],
      ]);
    },
  },
  {
    name: 'propagationPolicy Foreground and Orphan leave a finalizer to the garbage collector',
    async run(server, namespace) {
      for (const [name, propagationPolicy, finalizer] of [
        ['a', 'Foreground', 'foregroundDeletion'],
        ['b', 'Orphan', 'orphan'],
      ] as const) {
        await makeGauge(server, namespace, name, { metadata: { finalizers: [HOLD] } });
        const held = succeeded(await remove(server.admin, gauges(namespace, name), { propagationPolicy }));
        assert.deepEqual(held.metadata.finalizers, [HOLD, finalizer]);
      }
    },
  },
  {
    name: 'deleting a held object again changes nothing',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a', { metadata: { finalizers: [HOLD] } });
      const held = succeeded(await remove(server.admin, gauges(namespace, 'a')));
      assert.deepEqual(succeeded(await remove(server.admin, gauges(namespace, 'a'))), held);
    },
  },
  {
    name: 'deleting a held object again with a policy changes which finalizer the garbage collector has',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a', { metadata: { finalizers: [HOLD] } });
      const finalizers = async (propagationPolicy: string) =>
        succeeded(await remove(server.admin, gauges(namespace, 'a'), { propagationPolicy })).metadata
          .finalizers;
      assert.deepEqual(await finalizers('Background'), [HOLD]);
      assert.deepEqual(await finalizers('Orphan'), [HOLD, 'orphan']);
      assert.deepEqual(await finalizers('Foreground'), [HOLD, 'foregroundDeletion']);
      assert.deepEqual(await finalizers('Background'), [HOLD]);
    },
  },
  {
    name: 'a deleted object takes no new finalizer, and its deletionTimestamp stays',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a', { metadata: { finalizers: [HOLD] } });
      const path = gauges(namespace, 'a');
      const held = succeeded(await remove(server.admin, path));
      const finalizers = [HOLD, 'contract.example/more'];
      const answer = await patch(server.admin, path, { metadata: { finalizers } });
      const { reason, details: given } = succeeded(answer, 422);
      assert.equal(reason, 'Invalid');
      for (const cause of given.causes)
        assert.deepEqual([cause.reason, cause.field], ['FieldValueForbidden', 'metadata.finalizers']);
      assert.ok(given.causes.length > 0);
      const kept = succeeded(await patch(server.admin, path, { metadata: { deletionTimestamp: null } }));
      assert.deepEqual(kept, held);
    },
  },
];
