import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { call, watch } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { holdLease, takeLease } from './lease.ts';

const LEASES = '/apis/coordination.k8s.io/v1';

for (const { name, start } of servers())
  describe(`the operator's lease on the ${name} server`, () => {
    let server: TestServer;
    before(async () => {
      server = await start();
    });
    after(async () => {
      await server?.stop();
    });

    const read = async (namespace: string) =>
      (await call(server.admin, { path: `${LEASES}/namespaces/${namespace}/leases/baremetal-operator` })).json
        .spec;

    /** Holds the lease of a namespace with a minute of 0.6 s; resolves when a watch has shown this many renewals. */
    async function renewals(namespace: string, count: number) {
      const ending = new AbortController();
      const { signal } = ending;
      const { ended } = await holdLease(server.admin, {
        namespace,
        milliseconds: (seconds) => seconds * 10,
        signal,
      });
      const seen = new Map<string, string>();
      const path = `${LEASES}/namespaces/${namespace}/leases?watch=1`;
      for await (const { object } of watch(server.admin, path)) {
        seen.set(object.spec.renewTime, object.spec.holderIdentity);
        if (seen.size > count) break;
      }
      const stop = (): Promise<void> => {
        ending.abort();
        return ended;
      };
      return { holders: new Set(seen.values()), stop };
    }

    test('is renewed by one holder while the operator runs, and released when it ends', async () => {
      const namespace = `lease-${randomBytes(4).toString('hex')}`;
      const { holders, stop } = await renewals(namespace, 3);
      assert.equal(holders.size, 1);
      assert.match([...holders][0] ?? '', /^baremetal-operator-controller-manager-0_[0-9a-f-]{36}$/);
      await stop();
      const { holderIdentity, leaseDurationSeconds } = await read(namespace);
      assert.deepEqual(
        { holderIdentity, leaseDurationSeconds },
        { holderIdentity: undefined, leaseDurationSeconds: 1 },
      );
    });

    test('is taken over from an operator that was never heard of again', async () => {
      const namespace = `lease-${randomBytes(4).toString('hex')}`;
      await takeLease(server.admin, namespace);
      const { holderIdentity } = await read(namespace);
      const { holders, stop } = await renewals(namespace, 1);
      await stop();
      assert.equal(holders.size, 1);
      assert.equal(holders.has(holderIdentity), false);
    });
  });
