import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { brokenScenario } from '../scenarios/broken.ts';
import { image, paused, STANDARD, served, stale } from '../scenarios/hosts.ts';
import { install } from '../scenarios/install.ts';
import { placed } from '../scenarios/scenario.ts';
import { call } from '../support/http.ts';
import { type ImageServer, startImageServer } from '../support/images.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { type OperatorOptions, startOperator } from './baremetal.ts';
import { type Host, PAUSED, PROVISIONED_REGISTRATION_ERROR } from './host.ts';
import { observe } from './observe.ts';

const NEW = image(served(STANDARD));
const OLD = image(stale(STANDARD));

/** The status payload of §4.A step 4. */
const repairedStatus = {
  status: {
    errorCount: 0,
    errorMessage: '',
    provisioning: { image: { url: NEW.url, checksum: NEW.checksum }, state: 'provisioned' },
  },
};
const repairedSpec = { spec: { image: { url: NEW.url, checksum: NEW.checksum } } };
const pause = { metadata: { annotations: paused('true') } };
const resume = { metadata: { annotations: { [PAUSED]: null } } };

const recovered = ({ status }: Host): boolean =>
  status?.operationalStatus === 'OK' && status.errorType === undefined;
const failed = ({ status }: Host): boolean => status?.errorType === PROVISIONED_REGISTRATION_ERROR;

for (const { name, start } of servers()) {
  describe(`the operator on the ${name} server`, () => {
    let server: TestServer;
    let images: ImageServer;
    before(async () => {
      server = await start();
      images = await startImageServer([NEW.url]);
    });
    after(async () => {
      await images?.stop();
      await server?.stop();
    });

    /** One broken host in a namespace of its own, with an operator that has found it broken. */
    async function broken(options: Partial<OperatorOptions> = {}) {
      const namespace = `metal3-${randomBytes(4).toString('hex')}`;
      await install(server, placed(brokenScenario(1), namespace.slice('metal3-'.length)));
      const operator = await startOperator(server.admin, {
        images,
        scale: 0.02,
        namespaces: [namespace],
        ...options,
      });
      const host = observe(server.admin, namespace, 'host-00000');
      await host.until('the error', failed);
      const events = async (): Promise<string[]> => {
        const { json } = await call(server.admin, { path: `/api/v1/namespaces/${namespace}/events` });
        return json.items.map(({ reason }: { reason: string }) => reason);
      };
      const stop = async () => {
        await operator.stop();
        await host.stop();
      };
      const states = () => new Set(host.history.map(({ status }) => status.provisioning.state));
      return { namespace, operator, host, events, states, stop };
    }

    test('wipes a host whose spec alone is patched while it is not paused', async () => {
      const { namespace, operator, host, events, states, stop } = await broken();
      try {
        await host.patch(repairedSpec);
        await host.until(
          'provisioned with the new image',
          ({ status }) => status.provisioning.image?.url === NEW.url,
        );
        assert.deepEqual([...states()], ['provisioned', 'deprovisioning', 'available', 'provisioning']);
        assert.deepEqual(operator.wiped, [`${namespace}/host-00000`]);
        assert.ok((await events()).includes('DiskWiped'));
        assert.ok(host.history.at(-1)?.status.operationHistory?.deprovision?.end);
      } finally {
        await stop();
      }
    });

    test('recovers a host without a wipe when it is paused, patched in its status, then its spec, and resumed', async () => {
      const { operator, host, events, states, stop } = await broken();
      try {
        const { status: before } = await host.patch(pause);
        await host.patch(repairedStatus, 'status');
        await host.patch(repairedSpec);
        const errors = (await events()).filter((reason) => reason === 'ProvisionedRegistrationError').length;
        await host.patch(resume);
        await host.until('recovery', recovered);
        await operator.settled();

        const last = await host.get();
        assert.ok(recovered(last));
        assert.equal(last.status.errorCount, 0);
        assert.equal(last.status.errorMessage, '');
        assert.ok((last.status.lastUpdated ?? '') >= (before.lastUpdated ?? ''));
        assert.deepEqual(last.status.provisioning.image, NEW);
        assert.equal(
          (await events()).filter((reason) => reason === 'ProvisionedRegistrationError').length,
          errors,
        );
        assert.deepEqual([...states()], ['provisioned']);
        assert.deepEqual(operator.wiped, []);
      } finally {
        await stop();
      }
    });

    test('does not wipe a host that is not paused while the address in its status is empty', async () => {
      const { operator, host, states, stop } = await broken();
      try {
        const { status } = await host.patch({ status: { provisioning: { image: { url: '' } } } }, 'status');
        await host.patch(repairedSpec);
        await host.until(
          'a reconcile between the patches',
          (seen) => failed(seen) && seen.status.errorCount > status.errorCount,
        );
        await host.patch(repairedStatus, 'status');
        await host.patch({ metadata: { annotations: { touched: 'now' } } });
        await host.until('recovery', recovered);
        await operator.settled();
        assert.deepEqual([...states()], ['provisioned']);
        assert.deepEqual(operator.wiped, []);
      } finally {
        await stop();
      }
    });

    test('loses a save that a pause has overtaken', async () => {
      let overtake: ((host: Host) => Promise<unknown>) | undefined;
      const { operator, host, stop } = await broken({
        beforeSave: async ({ host: decided }) => {
          const now = overtake;
          overtake = undefined;
          await now?.(decided);
        },
      });
      try {
        const saves: Host[] = [];
        overtake = (decided) => {
          saves.push(decided);
          return host.patch(pause);
        };
        await host.patch({ metadata: { annotations: { touched: 'now' } } });
        const held = await host.until('the pause', ({ metadata }) => PAUSED in (metadata.annotations ?? {}));
        await operator.settled();
        assert.equal(saves[0]?.status?.operationalStatus, 'OK');
        assert.deepEqual(await host.get(), held);
        assert.ok(failed(held));
      } finally {
        await stop();
      }
    });

    test('reports an address that stays bad after a moment of OK, with one error', async () => {
      const { host, stop } = await broken();
      try {
        await host.patch(pause);
        await host.patch({ status: { errorCount: 0, errorMessage: '' } }, 'status');
        await host.patch(resume);
        await host.until('a first OK', recovered);
        const { status } = await host.until('the error again', failed);
        assert.equal(status.errorCount, 1);
        assert.match(status.errorMessage, new RegExp(`adopt.*${OLD.url}.*HEAD.*404.*200`));
      } finally {
        await stop();
      }
    });
  });
}
