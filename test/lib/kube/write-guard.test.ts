import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checked } from '../../../lib/kube/api/checked-client.ts';
import type { KubeClient, RawRequest } from '../../../lib/kube/api/types.ts';

const asked: RawRequest[] = [];
const client = checked(
  {
    ask: async (request: RawRequest) => {
      asked.push(request);
      return { status: 200, contentType: '', body: '' };
    },
  } as Partial<KubeClient> as KubeClient,
  'https://cluster',
);

const POD = '/api/v1/namespaces/a/pods/b:9093/proxy';

for (const path of [
  `${POD}/api/v2/silence/1`,
  `${POD}/api/v2/alerts?filter=a=".."`,
  '/api/v1/namespaces/a/services/https:b:web/proxy/x',
])
  test(`a write to what is behind the API server is sent: ${path}`, async () => {
    asked.length = 0;
    await client.ask({ method: 'POST', path });
    assert.deepEqual(asked, [{ method: 'POST', path }]);
  });

for (const path of [
  '/api/v1/namespaces/prod',
  '/api/v1/namespaces/a/pods/b',
  `${POD}`,
  `${POD}/../../../prod?x=/proxy/`,
  `${POD}/%2e%2e/%2E%2e/x`,
  `${POD}/a/..`,
  `${POD}/./x`,
  '/api/v1/namespaces/../pods/b/proxy/x',
  '/api/v1/namespaces/a?x=/pods/b/proxy/x',
  '/api/v1/namespaces/a#/pods/b/proxy/x',
])
  for (const method of ['POST', 'DELETE'] as const)
    test(`refuses a write that may be to the API server itself: ${method} ${path}`, async () => {
      asked.length = 0;
      await assert.rejects(client.ask({ method, path }), /is a write to the API server itself/);
      assert.deepEqual(asked, []);
    });

test('reads any path', async () => {
  asked.length = 0;
  await client.ask({ method: 'GET', path: '/version' });
  assert.equal(asked.length, 1);
});
