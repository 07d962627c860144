import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { RECORD_ANNOTATION } from '../../../lib/names.ts';
import { observe } from '../../operators/observe.ts';
import { brokenScenario } from '../../scenarios/broken.ts';
import { type PackedRun, startPacked } from '../../support/packed.ts';
import { PAUSED } from '../../support/records.ts';
import { startRelay } from '../../support/relay.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

/** When a run is killed: before a request reaches the server, or after the server has done it. */
type Moment = 'before' | 'after';

/** One host a case, and one for the run that counts the requests. */
const HOSTS = 60;

for (const kind of servers())
  describe(`SIGKILL at every request of a repair, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    const spare = Array.from({ length: HOSTS }, (_, index) => `host-${String(index).padStart(5, '0')}`);
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, brokenScenario(HOSTS));
      namespace = stage.namespace('metal3');
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    test('the same command then repairs the host, which was never outside "provisioned"', async () => {
      const requests = await countRequests(spare.pop() ?? '');
      const cases = Array.from({ length: requests }, (_, index) => index + 1).flatMap((number) =>
        (['before', 'after'] as const).map((moment) => ({ moment, number })),
      );
      assert.ok(requests >= 10 && cases.length <= spare.length, `${requests} requests`);
      const left = cases.values();
      const worker = async () => {
        for (const { moment, number } of left) await killed(spare.pop() ?? '', moment, number);
      };
      await Promise.all([worker(), worker(), worker()]);
      assert.deepEqual(stage.operator.wiped, []);
    });

    async function countRequests(name: string): Promise<number> {
      const relay = await startRelay(server.admin);
      try {
        const { code, stderr } = await repair(
          await stage.kubeconfig(relay.endpoint(server.admin), namespace),
          name,
        ).ended;
        assert.equal(code, 0, stderr);
        return relay.passed.length;
      } finally {
        await relay.stop();
      }
    }

    async function killed(name: string, moment: Moment, number: number): Promise<void> {
      const what = `killed ${moment} request ${number}`;
      const watched = observe(server.admin, namespace, name);
      let run: PackedRun | undefined;
      const relay = await startRelay(server.admin, {
        [moment]: async (request: { number: number }) => {
          if (request.number !== number) return undefined;
          run?.kill('SIGKILL');
          await run?.ended;
          return 'reset';
        },
      });
      try {
        run = repair(await stage.kubeconfig(relay.endpoint(server.admin), namespace), name);
        assert.equal((await run.ended).signal, 'SIGKILL', what);
      } finally {
        await relay.stop();
      }
      const again = await repair(await stage.kubeconfig(server.admin, namespace), name).ended;
      assert.equal(again.code, 0, `${what}: the same command: ${again.stderr}`);
      const { metadata, spec, status } = await stage.host(namespace, name);
      await watched.until(what, (host) => host.metadata.resourceVersion === metadata.resourceVersion);
      await watched.stop();
      const states = new Set(watched.history.map((host) => host.status.provisioning.state));
      assert.deepEqual([...states], ['provisioned'], what);
      assert.equal(metadata.annotations?.[PAUSED], undefined, what);
      assert.equal(metadata.annotations?.[RECORD_ANNOTATION], undefined, what);
      assert.match(spec.image.url, /^http:\/\/httpd-http\//, what);
      assert.equal(status.provisioning.image.url, spec.image.url, what);
    }
  });

/** What a killed run leaves in the folder for temporary files goes with the stage's. */
const repair = (kubeconfig: string, name: string): PackedRun =>
  startPacked('kubectl-bmh', ['repair', name, '-y', '--no-wait', '--kubeconfig', kubeconfig], {
    env: { TMPDIR: dirname(kubeconfig) },
  });
