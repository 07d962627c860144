import assert from 'node:assert/strict';
import {
  type Case,
  gaugeMissing,
  get,
  type Json,
  makeGauge,
  patch,
  post,
  put,
  refused,
  remove,
  succeeded,
} from './exchange.ts';
import { API_VERSION, GAUGES, GROUP, gauge, gauges } from './resources.ts';

const badRequest = { code: 400, reason: 'BadRequest' };

export const addressing: Case[] = [
  {
    name: 'a missing object is 404 NotFound, for every method',
    async run({ admin }, namespace) {
      const path = gauges(namespace, 'a');
      refused(await get(admin, path), gaugeMissing);
      refused(await patch(admin, path, { spec: {} }), gaugeMissing);
      refused(await patch(admin, `${path}/status`, { status: {} }), gaugeMissing);
      refused(await remove(admin, path), gaugeMissing);
    },
  },
  {
    name: 'a missing object of the core group has no group in its details',
    async run({ admin }, namespace) {
      const message = 'nodes "missing" not found';
      const refusal = { code: 404, reason: 'NotFound', message, details: { name: 'missing', kind: 'nodes' } };
      refused(await get(admin, '/api/v1/nodes/missing'), refusal);
      const other = `${namespace}-missing`;
      refused(await get(admin, `/api/v1/namespaces/${other}`), {
        ...refusal,
        message: `namespaces "${other}" not found`,
        details: { name: other, kind: 'namespaces' },
      });
    },
  },
  {
    name: 'an unknown path, group, version or resource of a served group is 404 in plain text',
    async run({ admin }, namespace) {
      for (const path of [
        '/nowhere',
        '/apis/nowhere.example',
        '/apis/nowhere.example/v1/namespaces/default/things',
        `/apis/${GROUP}/v9/namespaces/${namespace}/gauges`,
        `/apis/${API_VERSION}/namespaces/${namespace}/things`,
      ]) {
        const { status, text } = await get(admin, path);
        assert.deepEqual({ path, status, text }, { path, status: 404, text: '404 page not found\n' });
      }
    },
  },
  {
    name: 'an unknown resource of the core group is 404 with a Status',
    async run({ admin }, namespace) {
      const message = 'the server could not find the requested resource';
      const refusal = { code: 404, reason: 'NotFound', message, details: {} };
      refused(await get(admin, '/api/v1/things'), refusal);
      refused(await get(admin, `/api/v1/namespaces/${namespace}/things/a`), refusal);
    },
  },
  {
    name: 'a name in the body that differs from the path is 400: PUT and PATCH',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a');
      const { resourceVersion } = metadata;
      const path = gauges(namespace, 'a');
      const message = 'the name of the object (b) does not match the name on the URL (a)';
      const body = gauge('b', { metadata: { resourceVersion } });
      refused(await put(server.admin, path, body), { ...badRequest, message });
      refused(await patch(server.admin, path, { metadata: { name: 'b' } }), { ...badRequest, message });
    },
  },
  {
    name: 'a method that a subresource does not have is 405',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      refused(await remove(server.admin, gauges(namespace, 'a', 'status')), {
        code: 405,
        reason: 'MethodNotAllowed',
        message: `delete is not supported on resources of kind "${GAUGES}"`,
        details: { group: GROUP, kind: 'gauges' },
      });
    },
  },
  {
    name: 'a patch without a name is 400',
    async run({ admin }, namespace) {
      const refusal = { ...badRequest, message: 'name must be provided' };
      refused(await patch(admin, gauges(namespace), { spec: {} }), refusal);
      refused(await put(admin, gauges(namespace), gauge('a')), refusal);
    },
  },
  {
    name: 'a subresource that the resource does not have is 404, though the object is there',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      refused(await get(server.admin, gauges(namespace, 'a', 'nowhere')), gaugeMissing);
    },
  },
  {
    name: 'the collection of all namespaces can be read but not written',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const everywhere = `/apis/${API_VERSION}/gauges`;
      const { items } = succeeded(await get(server.admin, everywhere));
      const here = items.filter(({ metadata }: Json) => metadata.namespace === namespace);
      assert.equal(here.length, 1);
      const answer = await post(server.admin, everywhere, gauge('b', { metadata: { namespace } }));
      assert.deepEqual([answer.status, answer.text], [404, '404 page not found\n']);
    },
  },
];
