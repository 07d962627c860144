import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { PAUSED } from '../operators/host.ts';
import { brokenScenario, nameOf } from '../scenarios/broken.ts';
import { served } from '../scenarios/hosts.ts';
import { isResumeOf, namesOf } from '../support/estate.ts';
import { startPacked } from '../support/packed.ts';
import { type Passed, startRelay } from '../support/relay.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { openStage } from '../support/stage.ts';

const COUNT = 8;

/** After how many patches that the server has done, the whole run is killed. */
const KILLS = [1, 5, 7, 12, 16, 23, 31];

/** Hosts of each wave of four with `--wave-size=2`. */
const WAVES = [[0], [1, 2], [3]];

for (const kind of servers())
  describe(`a killed repair of a fleet, on the ${kind.name} server`, () => {
    let server: TestServer;
    before(async () => {
      server = await kind.start();
    });
    after(async () => {
      await server?.stop();
    });

    /** Repairs hosts, is killed at the patch that `isLast` picks, and is run again, which has to repair the rest. */
    async function killed(
      t: TestContext,
      { count, flags }: { count: number; flags: string[] },
      isLast: (patch: Passed) => boolean,
      between: (urls: string[]) => void = () => {},
    ): Promise<void> {
      const stage = await openStage(server, brokenScenario(count));
      t.after(stage.stop);
      const namespace = stage.namespace('metal3');
      const hosts = () => Promise.all(namesOf(count).map((name) => stage.host(namespace, name)));
      let isOver = false;
      const relay = await startRelay(server.admin, {
        after: (request) => {
          const { method, path } = request;
          if (!isOver && method === 'PATCH' && !path.includes('dryRun') && isLast(request)) {
            isOver = true;
            run.kill('SIGKILL');
          }
          return isOver ? 'reset' : undefined;
        },
      });
      t.after(relay.stop);
      const repair = async (endpoint: TestServer['admin']) =>
        startPacked('kubectl-bmh', ['repair', '--all', '-y', ...flags], {
          env: { PATH: process.env.PATH ?? '', KUBECONFIG: await stage.kubeconfig(endpoint, namespace) },
        });
      const run = await repair(relay.endpoint(server.admin));
      assert.equal((await run.ended).signal, 'SIGKILL');
      between((await hosts()).map(({ spec }) => spec.image.url));

      const again = await (await repair(server.admin)).ended;
      assert.equal(again.code, 0, again.stderr);
      assert.deepEqual(stage.operator.wiped, []);
      for (const { metadata, spec, status } of await hosts()) {
        assert.equal(status.provisioning.state, 'provisioned');
        assert.equal(spec.image.url, served(spec.image.url.split('/').at(-1)));
        assert.equal(status.provisioning.image.url, spec.image.url);
        assert.ok(!(PAUSED in (metadata.annotations ?? {})));
      }
    }

    for (const patches of KILLS)
      test(`after ${patches} patches: the same command repairs the remaining hosts without wiping a disk`, (t) => {
        let done = 0;
        return killed(t, { count: COUNT, flags: ['--no-wait', '--concurrency', '3'] }, () => {
          done += 1;
          return done === patches;
        });
      });

    for (const [wave, [first = 0]] of WAVES.entries())
      for (const [when, isLast] of [
        ['between the two patches of an address', ({ path }) => path.includes(`/${nameOf(first)}/status?`)],
        ['while it waits for the resumed hosts', (request) => isResumeOf(request, nameOf(first))],
      ] satisfies [string, (patch: Passed) => boolean][])
        test(`in wave ${wave + 1}, ${when}: the same command repairs the remaining hosts without wiping a disk`, (t) =>
          killed(
            t,
            { count: 4, flags: ['--wave-size=2', '--wave-growth=2', '--stable-for=0'] },
            isLast,
            (urls) => {
              const isNew = (index: number): boolean => new URL(urls[index] ?? '').host === 'httpd-http';
              assert.ok(WAVES.slice(0, wave).flat().every(isNew));
              assert.ok(
                !WAVES.slice(wave + 1)
                  .flat()
                  .some(isNew),
              );
            },
          ));
  });
