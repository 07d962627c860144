import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { HPC, healthyHost, image, served } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const scenario: Scenario = {
  nodes: [],
  clusters: [],
  hosts: [healthyHost('worker-0', 1, { image: image(served(HPC)) })],
  images: [served(HPC)],
  deadBmcs: [],
};

for (const kind of servers())
  describe(`kubectl bmh audit of a scenario on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, scenario);
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    test('finds nothing wrong with the service of the scenario', async () => {
      const namespace = stage.namespace('metal3');
      const kubeconfig = await stage.kubeconfig(server.admin, namespace);
      assert.deepEqual(await runCommand(program, ['audit', '--kubeconfig', kubeconfig]), {
        code: 0,
        stdout: '',
        stderr: `No findings in 1 object of namespace ${namespace}.\n`,
      });
    });
  });
