import assert from 'node:assert/strict';
import { type Case, makeGauge, patch, put, readGauge, refused, succeeded } from './exchange.ts';
import { GAUGES, gauge, gaugeDetails, gauges } from './resources.ts';

const conflict = {
  code: 409,
  reason: 'Conflict',
  message: `Operation cannot be fulfilled on ${GAUGES} "a": the object has been modified; please apply your changes to the latest version and try again`,
  details: gaugeDetails,
};
const image = { url: 'http://httpd-http/a', checksum: 'http://httpd-http/a.md5sum' };

export const mergePatch: Case[] = [
  {
    name: 'a merge patch sets what it names and leaves the rest',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a', { spec: { image, size: 2 } });
      const answer = await patch(server.admin, gauges(namespace, 'a'), {
        spec: { image: { url: 'http://new' } },
      });
      const spec = { online: true, mode: 'auto', size: 2, image: { ...image, url: 'http://new' } };
      assert.deepEqual(succeeded(answer).spec, spec);
      assert.deepEqual((await readGauge(server, namespace, 'a')).spec, spec);
    },
  },
  {
    name: 'null deletes, in a map and a whole map; null for what is absent changes nothing',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a', {
        metadata: { annotations: { x: '1', y: '2' } },
        spec: { image },
      });
      const path = gauges(namespace, 'a');
      const first = succeeded(
        await patch(server.admin, path, { metadata: { annotations: { x: null, z: null } } }),
      );
      assert.deepEqual(first.metadata.annotations, { y: '2' });
      const second = succeeded(await patch(server.admin, path, { spec: { image: null } }));
      assert.deepEqual(second.spec, { online: true, mode: 'auto' });
      const third = succeeded(await patch(server.admin, path, { spec: { image: null } }));
      assert.equal(third.metadata.resourceVersion, second.metadata.resourceVersion);
    },
  },
  {
    name: 'the last annotation deleted takes the map with it',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a', { metadata: { annotations: { x: '1' } } });
      const answer = await patch(server.admin, gauges(namespace, 'a'), {
        metadata: { annotations: { x: null } },
      });
      assert.equal('annotations' in succeeded(answer).metadata, false);
    },
  },
  {
    name: 'a list is replaced whole',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a', { spec: { tags: ['a', 'b'] } });
      const answer = await patch(server.admin, gauges(namespace, 'a'), { spec: { tags: ['c'] } });
      assert.deepEqual(succeeded(answer).spec.tags, ['c']);
    },
  },
  {
    name: 'a patch that changes nothing moves neither resourceVersion nor generation nor managedFields',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a', { spec: { size: 2 } });
      for (const body of [{}, { spec: { size: 2 } }, { metadata: { annotations: null } }]) {
        const answer = await patch(server.admin, `${gauges(namespace, 'a')}?fieldManager=other`, body);
        assert.deepEqual(succeeded(answer), before);
      }
    },
  },
  {
    name: 'a merge patch with the current resourceVersion passes, with a stale one it is 409 and changes nothing',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a');
      const body = (size: number) => ({
        metadata: { resourceVersion: metadata.resourceVersion },
        spec: { size },
      });
      const path = gauges(namespace, 'a');
      const changed = succeeded(await patch(server.admin, path, body(2)));
      assert.ok(BigInt(changed.metadata.resourceVersion) > BigInt(metadata.resourceVersion));
      refused(await patch(server.admin, path, body(3)), conflict);
      assert.deepEqual(await readGauge(server, namespace, 'a'), changed);
    },
  },
  {
    name: 'a stale resourceVersion is 409 for the status too, and when the patch would change nothing else',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a');
      const { resourceVersion } = metadata;
      const stale = { metadata: { resourceVersion } };
      succeeded(await patch(server.admin, gauges(namespace, 'a'), { spec: { size: 2 } }));
      const status = { ...stale, status: { errorCount: 0 } };
      refused(await patch(server.admin, gauges(namespace, 'a', 'status'), status), conflict);
      refused(await patch(server.admin, gauges(namespace, 'a'), stale), conflict);
    },
  },
  {
    name: 'patches without a resourceVersion at the same time all get in',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
      const answers = await Promise.all(
        keys.map((key) =>
          patch(server.admin, gauges(namespace, 'a'), { metadata: { annotations: { [key]: key } } }),
        ),
      );
      for (const answer of answers) succeeded(answer);
      const { annotations } = (await readGauge(server, namespace, 'a')).metadata;
      assert.deepEqual(annotations, Object.fromEntries(keys.map((key) => [key, key])));
    },
  },
  {
    name: 'PUT replaces the whole object; a stale resourceVersion is 409, none at all 422',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a', { spec: { size: 2, image } });
      const { resourceVersion } = metadata;
      const path = gauges(namespace, 'a');
      const body = gauge('a', { metadata: { resourceVersion }, spec: { size: 3 } });
      assert.deepEqual(succeeded(await put(server.admin, path, body)).spec, {
        online: true,
        mode: 'auto',
        size: 3,
      });
      refused(await put(server.admin, path, { ...body, spec: { online: false } }), conflict);
      const said = 'Invalid value: 0: must be specified for an update';
      refused(await put(server.admin, path, gauge('a')), {
        code: 422,
        reason: 'Invalid',
        message: `${GAUGES} "a" is invalid: metadata.resourceVersion: ${said}`,
        details: {
          ...gaugeDetails,
          causes: [{ reason: 'FieldValueInvalid', message: said, field: 'metadata.resourceVersion' }],
        },
      });
    },
  },
];
