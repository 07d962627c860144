import assert from 'node:assert/strict';
import {
  type Case,
  gaugeMissing,
  get,
  makeGauge,
  readGauge,
  refused,
  remove,
  succeeded,
} from './exchange.ts';
import { names } from './listing.ts';
import { GROUP, gaugeDetails, gauges } from './resources.ts';

/** What a precondition is refused with speaks of the kind, where other conflicts speak of the resource. */
const conflict = (message: string) => ({
  code: 409,
  reason: 'Conflict',
  message: `Operation cannot be fulfilled on Gauge.${GROUP} "a": ${message}`,
  details: { ...gaugeDetails, kind: 'Gauge' },
});
const options = (more: object) => ({ kind: 'DeleteOptions', apiVersion: 'v1', ...more });

export const deletion: Case[] = [
  {
    name: 'DELETE returns a Status that names the deleted object, which is gone',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a');
      assert.deepEqual(succeeded(await remove(server.admin, gauges(namespace, 'a'))), {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Success',
        details: { ...gaugeDetails, uid: metadata.uid },
      });
      refused(await get(server.admin, gauges(namespace, 'a')), gaugeMissing);
      refused(await remove(server.admin, gauges(namespace, 'a')), gaugeMissing);
    },
  },
  {
    name: 'DELETE as kubectl sends it, with propagationPolicy Background',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const body = { propagationPolicy: 'Background' };
      assert.equal(succeeded(await remove(server.admin, gauges(namespace, 'a'), body)).status, 'Success');
      refused(await get(server.admin, gauges(namespace, 'a')), gaugeMissing);
    },
  },
  {
    name: 'an object created again under the same name is another object',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a');
      succeeded(await remove(server.admin, gauges(namespace, 'a')));
      const { metadata } = await makeGauge(server, namespace, 'a');
      assert.notEqual(metadata.uid, before.metadata.uid);
      assert.equal(metadata.generation, 1);
    },
  },
  {
    name: 'preconditions: another uid or resourceVersion is 409, the right ones delete',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a');
      const { uid, resourceVersion } = metadata;
      const path = gauges(namespace, 'a');
      const wrongUid = await remove(server.admin, path, options({ preconditions: { uid: 'other' } }));
      const uidSaid = `the UID in the precondition (other) does not match the UID in record (${uid}). The object might have been deleted and then recreated`;
      refused(wrongUid, conflict(uidSaid));
      const stale = await remove(server.admin, path, options({ preconditions: { resourceVersion: '1' } }));
      const staleSaid = `the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`;
      refused(stale, conflict(staleSaid));
      assert.equal((await readGauge(server, namespace, 'a')).metadata.resourceVersion, resourceVersion);
      succeeded(await remove(server.admin, path, options({ preconditions: { uid, resourceVersion } })));
    },
  },
  {
    name: 'a deletion with a body ignores its query: dryRun counts only in the body',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const path = gauges(namespace, 'a');
      const { uid } = (await readGauge(server, namespace, 'a')).metadata;
      const body = options({ dryRun: ['All'], preconditions: { uid } });
      assert.equal(succeeded(await remove(server.admin, path, body)).status, 'Success');
      await readGauge(server, namespace, 'a');
      succeeded(await remove(server.admin, `${path}?dryRun=All`));
      await readGauge(server, namespace, 'a');
      succeeded(await remove(server.admin, `${path}?dryRun=All`, options({ preconditions: { uid } })));
      refused(await get(server.admin, path), gaugeMissing);
    },
  },
  {
    name: 'a propagationPolicy that does not exist is 422',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const said = 'Unsupported value: "X": supported values: "Foreground", "Background", "Orphan", "nil"';
      refused(await remove(server.admin, gauges(namespace, 'a'), { propagationPolicy: 'X' }), {
        code: 422,
        reason: 'Invalid',
        message: `DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: ${said}`,
        details: {
          group: 'meta.k8s.io',
          kind: 'DeleteOptions',
          causes: [{ reason: 'FieldValueNotSupported', message: said, field: 'propagationPolicy' }],
        },
      });
    },
  },
  {
    name: 'DELETE of the collection deletes and returns the selected objects',
    async run(server, namespace) {
      const labels = { tier: 'x' };
      for (const name of ['a', 'b']) await makeGauge(server, namespace, name, { metadata: { labels } });
      await makeGauge(server, namespace, 'c');
      const { kind, items } = succeeded(
        await remove(server.admin, `${gauges(namespace)}?labelSelector=tier%3Dx`),
      );
      assert.deepEqual([kind, names({ items })], ['GaugeList', ['a', 'b']]);
      assert.deepEqual(names(succeeded(await get(server.admin, gauges(namespace)))), ['c']);
    },
  },
];
