import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { brokenScenario } from '../../scenarios/broken.ts';
import { PAUSED } from '../../support/records.ts';
import { type Passed, startRelay } from '../../support/relay.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const isPatch = ({ method, path }: Passed): boolean => method === 'PATCH' && !path.includes('dryRun');

for (const kind of servers())
  describe(`a repair that loses its server for good, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, brokenScenario(4));
      namespace = stage.namespace('metal3');
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** Repairs a host; the server does its patch of this number, and nothing comes from it any more. */
    async function cutOff(name: string, number: number): Promise<Ran> {
      let patches = 0;
      const relay = await startRelay(server.admin, {
        before: () => (patches >= number ? 'reset' : undefined),
        after: (request) => {
          if (isPatch(request)) patches += 1;
          return patches >= number ? 'reset' : undefined;
        },
      });
      try {
        const kubeconfig = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        return await runCommand(program, ['repair', name, '-y', '--no-wait', '--kubeconfig', kubeconfig]);
      } finally {
        await relay.stop();
      }
    }

    const doubt = (name: string, pause: string): RegExp =>
      new RegExp(
        `host ${namespace}/${name} ${pause}: it is not known whether the last request was carried out, so do not remove the pause by hand; to continue: kubectl bmh repair ${name} -n ${namespace} `,
      );

    test('says that the host may be paused when the answer to the pause is lost', async () => {
      const { code, stderr } = await cutOff('host-00000', 1);
      assert.equal(code, 1);
      assert.match(stderr, doubt('host-00000', 'may be paused by this run'));
      assert.equal((await stage.host(namespace, 'host-00000')).metadata.annotations[PAUSED], 'true');
    });

    test('says that the host is paused when the answer to a later patch is lost', async () => {
      const { code, stderr } = await cutOff('host-00001', 2);
      assert.equal(code, 1);
      assert.match(stderr, doubt('host-00001', 'is paused by this unfinished run'));
      assert.equal((await stage.host(namespace, 'host-00001')).metadata.annotations[PAUSED], 'true');
    });

    test('says that the host may be paused when the answer to the resume is lost', async () => {
      const { code, stderr } = await cutOff('host-00002', 4);
      assert.equal(code, 1);
      assert.match(stderr, doubt('host-00002', 'may be paused by this run'));
      assert.equal((await stage.host(namespace, 'host-00002')).metadata.annotations?.[PAUSED], undefined);
    });
  });
