import { strict as assert } from 'node:assert';
import { type TestContext, test } from 'node:test';
import { missingPermissions, type Permission } from '../../../lib/kube/api/access.ts';
import { findHostGroup, resourceVersionOf } from '../../../lib/kube/api/discovery.ts';
import { isConflict, isForbidden, isNotFound } from '../../../lib/kube/api/errors.ts';
import type { KubeList, KubeObject } from '../../../lib/kube/api/types.ts';
import { connect } from '../../../lib/kube/config/connect.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { startProxy } from '../../../lib/kube/proxy/proxy.ts';
import { watchObject } from '../../../lib/kube/watch/list-watch.ts';
import { startPlayground } from '../../playground/server.ts';
import { defaultScenario } from '../../scenarios/default.ts';
import { install } from '../../scenarios/install.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import type { Endpoint } from '../../support/server.ts';
import { temporaryFolder } from './support/api-server.ts';

async function connectionTo(t: TestContext, endpoint: Endpoint) {
  const kubeconfig = `${await temporaryFolder(t)}/config`;
  await writeKubeconfig(kubeconfig, endpoint);
  return connect({ kubeconfig }, { env: {}, interactive: false, warn: assert.fail });
}

/** A server with the default scenario, and the path of one of its hosts. */
async function start(t: TestContext) {
  const server = await startPlayground();
  t.after(() => server.stop());
  await install(server, defaultScenario());
  const connection = await connectionTo(t, server.admin);
  const client = createClient(connection, { warn: assert.fail });
  t.after(() => client.close());
  const hosts = `/apis/${await findHostGroup(client)}/v1alpha1`;
  const { items } = await client.send<KubeList<KubeObject>>({
    method: 'GET',
    path: `${hosts}/baremetalhosts`,
  });
  const { name, namespace = '' } = items[0]?.metadata ?? assert.fail('no host');
  return {
    server,
    connection,
    client,
    namespace,
    path: `${hosts}/namespaces/${namespace}/baremetalhosts/${name}`,
  };
}

const patch = (path: string, body: object) =>
  ({ method: 'PATCH', path, body, contentType: 'application/merge-patch+json' }) as const;

test('embedded server: discovers groups, watches hosts through the proxy, and refuses requests', async (t) => {
  const { client, connection, path } = await start(t);
  assert.equal(await findHostGroup(client), 'metal3.io');
  assert.equal(await resourceVersionOf(client, 'cluster.x-k8s.io', 'machines'), 'v1beta1');
  const allow = [{ method: 'PATCH' as const, path }];
  const proxy = await startProxy(connection, { port: 0, allow, warn: assert.fail });
  t.after(() => proxy.stop());

  const ending = new AbortController();
  const states = watchObject<KubeObject>(client, path, ending.signal)[Symbol.asyncIterator]();
  const { value: first } = await states.next();
  const { resourceVersion } = first?.metadata ?? assert.fail('no object');
  const changed = states.next();
  await proxy.client.send(patch(path, { metadata: { resourceVersion, labels: { seen: 'yes' } } }));
  assert.equal((await changed).value?.metadata.labels?.seen, 'yes');
  const stale = proxy.client.send(patch(path, { metadata: { resourceVersion, labels: { seen: 'no' } } }));
  await assert.rejects(stale, isConflict);
  const gone = states.next();
  await client.send({ method: 'DELETE', path });
  // A host with finalizers is marked first; without, it is gone at once.
  let { value } = await gone;
  while (value?.metadata.deletionTimestamp) {
    await client.send(patch(path, { metadata: { finalizers: null } }));
    ({ value } = await states.next());
  }
  assert.equal(value, undefined);
  ending.abort();
  assert.equal((await states.next()).done, true);
  await assert.rejects(client.send({ method: 'GET', path }), isNotFound);
});

test('embedded server: refuses a user without permissions', async (t) => {
  const { server, path, namespace } = await start(t);
  const weak = createClient(await connectionTo(t, server.weak), { warn: assert.fail });
  t.after(() => weak.close());
  const wanted: Permission[] = [
    { verb: 'patch', group: 'metal3.io', resource: 'baremetalhosts', subresource: 'status', namespace },
    { verb: 'create', group: 'authorization.k8s.io', resource: 'selfsubjectaccessreviews' },
  ];
  assert.deepEqual(await missingPermissions(weak, wanted), [wanted[0]]);
  await assert.rejects(weak.send({ method: 'GET', path }), isForbidden);
});
