import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { RECORD_ANNOTATION } from '../../../lib/names.ts';
import { observe } from '../../operators/observe.ts';
import { brokenScenario } from '../../scenarios/broken.ts';
import { PAUSED } from '../../support/records.ts';
import { startRelay } from '../../support/relay.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const MAIN = new URL('../../../cmd/kubectl-bmh/main.ts', import.meta.url).pathname;

/** The moments at which a run is killed: before a request reaches the server, and after the server has done it. */
const MOMENTS = ['before', 'after'] as const;

/** Hosts for one run of the matrix: one for each case, and one to count the requests of an undisturbed run. */
const HOSTS = 60;

for (const kind of servers())
  describe(`SIGKILL at every request of a repair, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
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
      const spare = hostNames();
      const requests = await countRequests(stage, spare.next().value ?? '');
      const cases = MOMENTS.flatMap((moment) =>
        Array.from({ length: requests }, (_, index) => [moment, index + 1] as const),
      );
      assert.ok(cases.length < HOSTS, `${cases.length} cases need as many hosts`);
      for (const [moment, number] of cases) await killed(stage, spare.next().value ?? '', { moment, number });
      assert.deepEqual(stage.operator.wiped, []);
    });

    function* hostNames(): Generator<string> {
      for (let index = 0; index < HOSTS; index += 1) yield `host-${String(index).padStart(5, '0')}`;
    }

    async function countRequests(on: Stage, name: string): Promise<number> {
      const relay = await startRelay(server.admin);
      try {
        const config = await on.kubeconfig(relay.endpoint(server.admin), namespace);
        assert.deepEqual(await repair(config, name).ended, { code: 0, signal: null });
        return relay.passed.length;
      } finally {
        await relay.stop();
      }
    }

    async function killed(
      on: Stage,
      name: string,
      { moment, number }: { moment: (typeof MOMENTS)[number]; number: number },
    ) {
      const what = `killed ${moment} request ${number}`;
      const watched = observe(server.admin, namespace, name);
      let run: ReturnType<typeof repair> | undefined;
      const kill = async (request: { number: number }): Promise<'reset' | undefined> => {
        if (request.number !== number) return undefined;
        run?.kill();
        await run?.ended;
        return 'reset';
      };
      const relay = await startRelay(server.admin, { [moment]: kill });
      try {
        run = repair(await on.kubeconfig(relay.endpoint(server.admin), namespace), name);
        assert.deepEqual(await run.ended, { code: null, signal: 'SIGKILL' }, what);
      } finally {
        await relay.stop();
      }
      const again = repair(await on.kubeconfig(server.admin, namespace), name);
      assert.deepEqual(
        await again.ended,
        { code: 0, signal: null },
        `${what}: the same command: ${again.stderr()}`,
      );
      const { metadata, spec, status } = await on.host(namespace, name);
      await watched.until(what, (host) => host.metadata.resourceVersion === metadata.resourceVersion);
      await watched.stop();
      assert.deepEqual(
        new Set(watched.history.map((host) => host.status.provisioning.state)),
        new Set(['provisioned']),
        what,
      );
      assert.equal(metadata.annotations?.[PAUSED], undefined, what);
      assert.equal(metadata.annotations?.[RECORD_ANNOTATION], undefined, what);
      assert.match(spec.image.url, /^http:\/\/httpd-http\//, what);
      assert.equal(status.provisioning.image.url, spec.image.url, what);
    }
  });

function repair(kubeconfig: string, name: string) {
  const child = spawn(
    process.execPath,
    [MAIN, 'repair', name, '-y', '--no-wait', '--kubeconfig', kubeconfig],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  return {
    kill: () => child.kill('SIGKILL'),
    stderr: () => errors,
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal })),
  };
}
