import assert from 'node:assert/strict';
import {
  asTable,
  type Case,
  eventually,
  get,
  type Json,
  makeGauge,
  patch,
  refused,
  remove,
  succeeded,
} from './exchange.ts';
import { makeGauges, names, query } from './listing.ts';
import { gauges } from './resources.ts';

/**
 * Writes between two looks whether a token is too old by now. One server forgets by count, another by time, so the
 * case writes until it sees it.
 */
const WRITES = 50;

export const paging: Case[] = [
  {
    name: 'limit and continue: pages, their remainder, one resourceVersion, every item once',
    async run(server, namespace) {
      await makeGauges(server, namespace, ['a', 'b', 'c', 'd', 'e']);
      const first = succeeded(await get(server.admin, query(namespace, { limit: '2' })));
      assert.deepEqual([names(first), first.metadata.remainingItemCount], [['a', 'b'], 3]);
      const next = (continues: string) =>
        get(server.admin, query(namespace, { limit: '2', continue: continues }));
      const second = succeeded(await next(first.metadata.continue));
      assert.deepEqual([names(second), second.metadata.remainingItemCount], [['c', 'd'], 1]);
      const third = succeeded(await next(second.metadata.continue));
      assert.deepEqual([names(third), third.metadata.continue], [['e'], '']);
      assert.equal(third.metadata.remainingItemCount, undefined);
      const versions = [second, third].map(({ metadata }) => metadata.resourceVersion);
      assert.deepEqual(versions, [first.metadata.resourceVersion, first.metadata.resourceVersion]);
    },
  },
  {
    name: 'limit with a labelSelector counts selected items and returns no remainder',
    async run(server, namespace) {
      const labels = { tier: 'x' };
      for (const name of ['a', 'c', 'e']) await makeGauge(server, namespace, name, { metadata: { labels } });
      await makeGauges(server, namespace, ['b', 'd']);
      const selected = { limit: '2', labelSelector: 'tier=x' };
      const first = succeeded(await get(server.admin, query(namespace, selected)));
      assert.deepEqual([names(first), first.metadata.remainingItemCount], [['a', 'c'], undefined]);
      const rest = await get(
        server.admin,
        query(namespace, { ...selected, continue: first.metadata.continue }),
      );
      assert.deepEqual(names(succeeded(rest)), ['e']);
    },
  },
  {
    name: 'later pages show the state at the time of the first page',
    async run(server, namespace) {
      await makeGauges(server, namespace, ['a', 'b', 'c', 'd']);
      const first = succeeded(await get(server.admin, query(namespace, { limit: '2' })));
      await makeGauge(server, namespace, 'bb');
      succeeded(await remove(server.admin, gauges(namespace, 'c')));
      succeeded(await patch(server.admin, gauges(namespace, 'd'), { spec: { size: 5 } }));
      const rest = await get(server.admin, query(namespace, { continue: first.metadata.continue }));
      const { items } = succeeded(rest);
      assert.deepEqual(names({ items }), ['c', 'd']);
      assert.equal(items[1].spec.size, undefined);
    },
  },
  {
    name: 'a forged continue token is 400',
    async run({ admin }, namespace) {
      const answer = await get(admin, query(namespace, { limit: '2', continue: 'nonsense' }));
      refused(answer, { code: 400, reason: 'BadRequest', message: /continue key is not valid: / });
    },
  },
  {
    name: 'an expired continue token is 410 Expired, with a token for an inconsistent continuation',
    async run(server, namespace) {
      await makeGauges(server, namespace, ['a', 'b', 'c']);
      const first = succeeded(await get(server.admin, query(namespace, { limit: '2' })));
      const next = (token: string) => query(namespace, { limit: '2', continue: token });
      let size = 0;
      const expired = await eventually(
        async () => {
          for (let writes = 0; writes < WRITES; writes += 1) {
            size = (size % 10) + 1;
            succeeded(await patch(server.admin, gauges(namespace, 'c'), { spec: { size } }));
          }
          return get(server.admin, next(first.metadata.continue));
        },
        ({ status }) => status !== 200,
      );
      const { reason, code, metadata, message } = succeeded(expired, 410);
      assert.deepEqual({ reason, code }, { reason: 'Expired', code: 410 });
      assert.match(
        message,
        /^The provided continue parameter is too old to display a consistent list result\./,
      );
      const { items } = succeeded(await get(server.admin, next(metadata.continue)));
      assert.deepEqual([names({ items }), items[0].spec.size], [['c'], size]);
    },
  },
  {
    name: 'limit and continue page a Table',
    async run(server, namespace) {
      for (const name of ['a', 'b', 'c']) await makeGauge(server, namespace, name);
      const page = async (parameters: string) =>
        succeeded(await get(server.admin, `${gauges(namespace)}?limit=2${parameters}`, asTable));
      const first = await page('');
      const second = await page(`&continue=${encodeURIComponent(first.metadata.continue)}`);
      const names = [first, second].map(({ rows }) => rows.map(({ cells }: Json) => cells[0]));
      assert.deepEqual([names, first.metadata.remainingItemCount], [[['a', 'b'], ['c']], 1]);
    },
  },
];
