import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PAUSED } from '../operators/host.ts';
import { brokenScenario } from '../scenarios/broken.ts';
import { served } from '../scenarios/hosts.ts';
import { startPacked } from '../support/packed.ts';
import { startRelay } from '../support/relay.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { openStage } from '../support/stage.ts';

const COUNT = 8;

/** After how many patches that the server has done, the whole run is killed. */
const KILLS = [1, 5, 7, 12, 16, 23, 31];

for (const kind of servers())
  describe(`a killed repair of a fleet, on the ${kind.name} server`, () => {
    let server: TestServer;
    before(async () => {
      server = await kind.start();
    });
    after(async () => {
      await server?.stop();
    });

    for (const patches of KILLS)
      test(`after ${patches} patches: the same command repairs the remaining hosts without wiping a disk`, async (t) => {
        const stage = await openStage(server, brokenScenario(COUNT));
        t.after(stage.stop);
        const namespace = stage.namespace('metal3');
        let done = 0;
        const relay = await startRelay(server.admin, {
          after: ({ method, path }) => {
            if (method === 'PATCH' && !path.includes('dryRun')) done += 1;
            if (done === patches) run.kill('SIGKILL');
            return done >= patches ? 'reset' : undefined;
          },
        });
        t.after(relay.stop);
        const words = ['repair', '--all', '-y', '--no-wait', '--concurrency', '3'];
        const repair = async (endpoint: TestServer['admin']) =>
          startPacked('kubectl-bmh', words, {
            env: { PATH: process.env.PATH ?? '', KUBECONFIG: await stage.kubeconfig(endpoint, namespace) },
          });
        const run = await repair(relay.endpoint(server.admin));
        assert.equal((await run.ended).signal, 'SIGKILL');

        const again = await (await repair(server.admin)).ended;
        assert.equal(again.code, 0, again.stderr);
        assert.deepEqual(stage.operator.wiped, []);
        for (let index = 0; index < COUNT; index += 1) {
          const { metadata, spec, status } = await stage.host(
            namespace,
            `host-${String(index).padStart(5, '0')}`,
          );
          assert.equal(status.provisioning.state, 'provisioned');
          assert.equal(spec.image.url, served(spec.image.url.split('/').at(-1)));
          assert.equal(status.provisioning.image.url, spec.image.url);
          assert.ok(!(PAUSED in (metadata.annotations ?? {})));
        }
      });
  });
