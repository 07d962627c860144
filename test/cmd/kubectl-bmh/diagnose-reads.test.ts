import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gathererFor } from '../../../lib/cluster/hosts/gather.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import type { KubeClient, KubeRequest } from '../../../lib/kube/api/types.ts';
import { all, brokenHost, NEW, specImage, statusImage } from '../../support/records.ts';

/** What is sent where a server has nothing but the service of the images, which serves all that it is asked for. */
function counting(): { client: KubeClient; sent: string[] } {
  const sent: string[] = [];
  const service = { metadata: { name: 'httpd-http', namespace: 'metal' } };
  const client: KubeClient = {
    send: async <T>({ path, query }: KubeRequest): Promise<T> => {
      sent.push(path);
      await Promise.resolve();
      const items = query?.fieldSelector === 'metadata.name=httpd-http' ? [service] : [];
      return { metadata: {}, items, groups: [] } as T;
    },
    ask: async ({ path }) => {
      sent.push(path);
      return { status: 200, contentType: '', body: '' };
    },
    async *list({ path }: KubeRequest) {
      sent.push(path);
      yield { metadata: {}, items: [] };
    },
    watch: () => assert.fail('nothing is watched'),
    close: () => {},
  };
  return { client, sent };
}

const host = {
  clock: { now: () => new Date(0), after: () => Promise.resolve() },
  interrupted: new AbortController().signal,
};

/** The requests for this many hosts like this one. */
async function sentFor(count: number, patch: object): Promise<string[]> {
  const { client, sent } = counting();
  const { gather } = gathererFor(client, { group: 'metal3.io', namespace: 'metal', host });
  const objects = Array.from(
    { length: count },
    (_, index): HostObject => brokenHost(all({ metadata: { name: `h${index}` } }, patch)),
  );
  await Promise.all(objects.map((object) => gather(object, { whole: false })));
  return sent;
}

test('probes the image server once for any number of hosts at one address', async () => {
  const sent = await sentFor(200, {});
  assert.deepEqual(sent.toSorted(), [
    '/api/v1/namespaces/metal/services/httpd-http:80/proxy/images/metal-std-ubuntu.qcow2',
    '/api/v1/namespaces/metal/services/httpd-http:80/proxy/images/metal-std-ubuntu.qcow2.md5sum',
    '/api/v1/services',
  ]);
});

test('reads the Events of a host with a stale error, and the operators once', async () => {
  const sent = await sentFor(50, all(specImage(NEW), statusImage(NEW)));
  const events = sent.filter((path) => path.endsWith('/events'));
  assert.equal(events.length, 50);
  assert.deepEqual(sent.filter((path) => !path.endsWith('/events')).toSorted(), [
    '/api/v1/namespaces/metal/services/httpd-http:80/proxy/images/metal-std-ubuntu.qcow2',
    '/api/v1/namespaces/metal/services/httpd-http:80/proxy/images/metal-std-ubuntu.qcow2.md5sum',
    '/api/v1/services',
    '/apis',
    '/apis/apps/v1/daemonsets',
    '/apis/apps/v1/deployments',
    '/apis/coordination.k8s.io/v1/leases',
  ]);
});

test('sends no request when the BareMetalHosts alone tell the cause', async () => {
  assert.deepEqual(await sentFor(50, { status: { errorType: 'inspection error' } }), []);
  const healthy = { status: { errorType: null, errorMessage: '', operationalStatus: 'OK' } };
  assert.deepEqual(await sentFor(50, healthy), []);
});

test('reads the Cluster of several Machines once', async () => {
  const consumerRef = { kind: 'Metal3Machine', name: 'm', namespace: 'metal', apiVersion: 'x/v1' };
  const { client, sent } = counting();
  const served = (name: string, resources: string[]) => ({
    metadata: { name },
    versions: [{ version: 'v1beta1', resources: resources.map((resource) => ({ resource })) }],
  });
  const answering: KubeClient = {
    ...client,
    async send<T>(request: KubeRequest, signal?: AbortSignal): Promise<T> {
      const answer = await client.send<T>(request, signal);
      if (request.path === '/apis')
        return {
          items: [
            served('infrastructure.cluster.x-k8s.io', ['metal3machines']),
            served('cluster.x-k8s.io', ['clusters', 'machines', 'machinehealthchecks']),
          ],
        } as T;
      const labels = { 'cluster.x-k8s.io/cluster-name': 'production' };
      return { ...answer, metadata: { name: 'm', namespace: 'metal', labels } };
    },
  };
  const { gather } = gathererFor(answering, { group: 'metal3.io', namespace: 'metal', host });
  for (let index = 0; index < 10; index += 1) {
    const { observed } = await gather(brokenHost({ spec: { consumerRef } }), { whole: false });
    assert.equal(observed.context.cluster?.name, 'production');
  }
  const base = '/apis/cluster.x-k8s.io/v1beta1/namespaces/metal';
  assert.equal(sent.filter((path) => path === `${base}/clusters/production`).length, 1);
  assert.equal(sent.filter((path) => path === `${base}/machinehealthchecks`).length, 1);
  assert.equal(sent.filter((path) => path.endsWith('/metal3machines/m')).length, 10);
});
