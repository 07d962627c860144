import assert from 'node:assert/strict';
import { type Case, get, makeGauge, readGauge, refused, succeeded } from './exchange.ts';
import { makeGauges, names, query } from './listing.ts';
import { API_VERSION, gauges } from './resources.ts';

/** Label selectors over a (tier=x, zone=1), b (tier=y) and c (no label), and the names that each selects. */
const selections: [selector: string, selected: string[]][] = [
  ['tier=x', ['a']],
  ['tier==x', ['a']],
  ['tier!=x', ['b', 'c']],
  ['tier', ['a', 'b']],
  ['!tier', ['c']],
  ['tier in (x, y)', ['a', 'b']],
  ['tier notin (x)', ['b', 'c']],
  ['tier,zone=1', ['a']],
  ['tier=none', []],
];

export const lists: Case[] = [
  {
    name: 'a list: its kind, its resourceVersion, its items in the order of their names',
    async run(server, namespace) {
      await makeGauges(server, namespace, ['b', 'a']);
      const { items, metadata, ...list } = succeeded(await get(server.admin, gauges(namespace)));
      assert.deepEqual(list, { apiVersion: API_VERSION, kind: 'GaugeList' });
      const read = [await readGauge(server, namespace, 'a'), await readGauge(server, namespace, 'b')];
      assert.deepEqual(items, read);
      assert.equal(metadata.continue, '');
      assert.ok(BigInt(metadata.resourceVersion) >= BigInt(items[0].metadata.resourceVersion));
    },
  },
  {
    name: 'an empty list has an empty items field',
    async run({ admin }, namespace) {
      assert.deepEqual(succeeded(await get(admin, gauges(namespace))).items, []);
    },
  },
  {
    name: 'resourceVersion grows with every write and not with a read',
    async run(server, namespace) {
      const one = BigInt((await makeGauge(server, namespace, 'a')).metadata.resourceVersion);
      const two = BigInt((await makeGauge(server, namespace, 'b')).metadata.resourceVersion);
      assert.ok(two > one);
      assert.equal(BigInt((await readGauge(server, namespace, 'b')).metadata.resourceVersion), two);
    },
  },
  {
    name: 'labelSelector: every form of it',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a', { metadata: { labels: { tier: 'x', zone: '1' } } });
      await makeGauge(server, namespace, 'b', { metadata: { labels: { tier: 'y' } } });
      await makeGauge(server, namespace, 'c');
      for (const [labelSelector, selected] of selections) {
        const list = succeeded(await get(server.admin, query(namespace, { labelSelector })));
        assert.deepEqual([labelSelector, names(list)], [labelSelector, selected]);
      }
    },
  },
  {
    name: 'fieldSelector: metadata.name and metadata.namespace',
    async run(server, namespace) {
      await makeGauges(server, namespace, ['a', 'b']);
      const everywhere = `/apis/${API_VERSION}/gauges?fieldSelector=metadata.namespace%3D${namespace}`;
      assert.deepEqual(names(succeeded(await get(server.admin, everywhere))), ['a', 'b']);
      const list = (fieldSelector: string) => get(server.admin, query(namespace, { fieldSelector }));
      assert.deepEqual(names(succeeded(await list('metadata.name=a'))), ['a']);
      assert.deepEqual(names(succeeded(await list('metadata.name!=a'))), ['b']);
      assert.deepEqual(names(succeeded(await list('metadata.name=c'))), []);
    },
  },
  {
    name: 'a selector that cannot be read, or a field that cannot be selected by, is 400',
    async run({ admin }, namespace) {
      const label = await get(admin, query(namespace, { labelSelector: 'tier in x' }));
      refused(label, {
        code: 400,
        reason: 'BadRequest',
        message: "unable to parse requirement: found 'x' expected: '('",
      });
      const field = await get(admin, query(namespace, { fieldSelector: 'spec.size=1' }));
      refused(field, { code: 400, reason: 'BadRequest', message: 'field label not supported: spec.size' });
    },
  },
  {
    name: 'a large response is compressed for clients that accept it, a small one is not',
    async run(server, namespace) {
      const encoding = async () => {
        const answer = await get(server.admin, gauges(namespace), { 'accept-encoding': 'gzip' });
        assert.equal(answer.status, 200);
        return answer.headers['content-encoding'];
      };
      assert.equal(await encoding(), undefined);
      const note = 'x'.repeat(60_000);
      for (const name of ['a', 'b', 'c']) await makeGauge(server, namespace, name, { spec: { note } });
      assert.equal(await encoding(), 'gzip');
      assert.equal(succeeded(await get(server.admin, gauges(namespace))).items.length, 3);
    },
  },
];
