import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readContext } from '../../../lib/cluster/hosts/read-context.ts';
import { readHost } from '../../../lib/hosts/host.ts';
import { connect } from '../../../lib/kube/config/connect.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { remediationScenario } from '../../scenarios/remediation.ts';
import type { Endpoint, TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

/** What each host's Machine is in for. */
const expected: Record<string, { by?: string; underway: boolean } | undefined> = {
  'not-watched': undefined,
  watched: { by: 'workers-unhealthy', underway: false },
  unhealthy: { by: 'workers-unhealthy', underway: true },
  'handed-over': { underway: true },
  marked: { by: 'workers-unhealthy', underway: true },
  skipped: undefined,
  'watch-paused': undefined,
};

for (const kind of servers())
  describe(`context of a host, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, remediationScenario());
      namespace = stage.namespace('metal3');
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const read = async (name: string, endpoint: Endpoint, patch: object = {}) => {
      const warn = (text: string) => assert.fail(text);
      const kubeconfig = await stage.kubeconfig(endpoint);
      const client = createClient(await connect({ kubeconfig }, { env: {}, interactive: false, warn }), {
        warn,
      });
      try {
        const object = await stage.host(namespace, name);
        return await readContext(client, { ...readHost(object, 'metal3.io'), ...patch });
      } finally {
        client.close();
      }
    };

    for (const [name, remediation] of Object.entries(expected))
      test(`${name}: the Cluster, and ${remediation ? 'a remediation' : 'no remediation'}`, async () => {
        assert.deepEqual(await read(name, server.admin), {
          context: {
            cluster: { namespace, name: 'production', paused: false },
            ...(remediation && { remediation: { machine: { namespace, name }, ...remediation } }),
          },
          warnings: [],
        });
      });

    for (const label of ['another', undefined])
      test(`the Metal3Machine names the Cluster where the host's label names ${label ?? 'none'}`, async () => {
        const labels = { ...(label && { 'cluster.x-k8s.io/cluster-name': label }) };
        const { context, warnings } = await read('watched', server.admin, { labels });
        assert.deepEqual(context.cluster, { namespace, name: 'production', paused: false });
        assert.deepEqual(warnings, []);
      });

    test('sends no request for a host without a consumer', async () => {
      const found = await read('watched', server.weak, { consumer: undefined });
      assert.deepEqual(found, { context: { cluster: undefined }, warnings: [] });
    });

    test('warns about an unknown consumer by kind and name, and sends no request', async () => {
      const consumer = { kind: 'HostClaim', namespace: 'metal', name: 'claim-0' };
      const { context, warnings } = await read('watched', server.weak, { consumer });
      assert.deepEqual(context, { cluster: undefined });
      assert.deepEqual(warnings, [
        {
          name: 'consumer-unknown',
          reason:
            'the host is consumed by HostClaim metal/claim-0, which this tool does not read: it may be paused, move the host, be deleted or set another image',
          hint: 'check that none of that is in progress before you continue',
        },
      ]);
    });

    test('warns about each part that cannot be read', async () => {
      const { context: surroundings, warnings } = await read('watched', server.weak);
      assert.deepEqual(surroundings, { cluster: undefined });
      assert.deepEqual(
        warnings.map(({ name }) => name),
        ['cluster-unreadable', 'remediation-unreadable'],
      );
      for (const { reason } of warnings) assert.match(reason, /Error from server \(Forbidden\): .*metal3/);
    });
  });
