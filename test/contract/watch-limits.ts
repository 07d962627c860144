import assert from 'node:assert/strict';
import { watch } from '../support/http.ts';
import { type Case, get, makeGauge, refused } from './exchange.ts';
import { API_VERSION, GROUP, gauges } from './resources.ts';
import { brief, type Event, now, query, second, take } from './watching.ts';

export const watchLimits: Case[] = [
  {
    name: 'timeoutSeconds ends a watch cleanly: 200, whole lines, nothing more',
    async run(server, namespace) {
      const resourceVersion = await now(server, namespace);
      await makeGauge(server, namespace, 'a');
      const { status, headers, text } = await second(server, gauges(namespace), {
        resourceVersion,
        timeoutSeconds: '5',
      });
      assert.deepEqual([status, headers['content-type']], [200, 'application/json']);
      assert.ok(text.endsWith('\n'), text);
      const events = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.deepEqual(events.map(brief), [['ADDED', 'a', undefined]]);
    },
  },
  {
    name: 'allowWatchBookmarks: before the end a BOOKMARK says how far the watch is',
    async run(server, namespace) {
      const resourceVersion = await now(server, namespace);
      const made = await makeGauge(server, namespace, 'a');
      const parameters = { resourceVersion, timeoutSeconds: '5', allowWatchBookmarks: 'true' };
      const events: Event[] = [];
      for await (const event of watch(server.admin, query(gauges(namespace), parameters))) events.push(event);
      assert.deepEqual(events[0], { type: 'ADDED', object: made });
      const bookmarks = events.slice(1);
      assert.ok(bookmarks.length > 0, 'a bookmark was sent');
      for (const { type, object } of bookmarks) {
        const { resourceVersion: reached } = object.metadata;
        assert.deepEqual([type, object.kind, object.apiVersion], ['BOOKMARK', 'Gauge', API_VERSION]);
        assert.deepEqual(Object.keys(object).sort(), ['apiVersion', 'kind', 'metadata']);
        assert.ok(BigInt(reached) >= BigInt(made.metadata.resourceVersion));
      }
    },
  },
  {
    name: 'sendInitialEvents: the existing objects, then the BOOKMARK that marks their end',
    async run(server, namespace) {
      const made = await makeGauge(server, namespace, 'a');
      const resourceVersionMatch = 'NotOlderThan';
      const initial = { sendInitialEvents: 'true', resourceVersionMatch, allowWatchBookmarks: 'true' };
      const [added, bookmark] = await take(server, query(gauges(namespace), initial), 2);
      assert.deepEqual(added, { type: 'ADDED', object: made });
      assert.equal(bookmark?.type, 'BOOKMARK');
      const { annotations, resourceVersion } = bookmark.object.metadata;
      assert.deepEqual(annotations, { 'k8s.io/initial-events-end': 'true' });
      assert.ok(BigInt(resourceVersion) >= BigInt(made.metadata.resourceVersion));
    },
  },
  {
    name: 'resourceVersionMatch without sendInitialEvents is 422',
    async run(server, namespace) {
      const said =
        'Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided';
      refused(await second(server, gauges(namespace), { resourceVersionMatch: 'NotOlderThan' }), {
        code: 422,
        reason: 'Invalid',
        message: `ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: ${said}`,
        details: {
          group: 'meta.k8s.io',
          kind: 'ListOptions',
          causes: [{ reason: 'FieldValueForbidden', message: said, field: 'resourceVersionMatch' }],
        },
      });
    },
  },
  {
    name: 'from a future version: nothing, and a clean end',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const resourceVersion = String(BigInt(await now(server, namespace)) + 1_000_000n);
      const { status, text } = await second(server, gauges(namespace), { resourceVersion });
      assert.deepEqual([status, text], [200, '']);
    },
  },
  {
    name: 'an expired version is an ERROR event: 410 Expired, then the end',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const { status, text } = await second(server, gauges(namespace), { resourceVersion: '1' });
      const [event, ...others] = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.deepEqual([status, others, event.type], [200, [], 'ERROR']);
      const { message, ...body } = event.object;
      assert.match(message, /^too old resource version: 1 \(\d+\)$/);
      const expired = { status: 'Failure', reason: 'Expired', code: 410 };
      assert.deepEqual(body, { kind: 'Status', apiVersion: 'v1', metadata: {}, ...expired });
    },
  },
  {
    name: 'watching needs the watch permission',
    async run({ weak }, namespace) {
      refused(await get(weak, query(gauges(namespace))), {
        code: 403,
        reason: 'Forbidden',
        message: `gauges.${GROUP} is forbidden: User "weak" cannot watch resource "gauges" in API group "${GROUP}" in the namespace "${namespace}"`,
        details: { group: GROUP, kind: 'gauges' },
      });
    },
  },
];
