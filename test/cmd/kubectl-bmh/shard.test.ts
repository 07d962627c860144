import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { brokenScenario } from '../../scenarios/broken.ts';
import { namesOf } from '../../support/estate.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const COUNT = 6;
const SHARDS = ['0/3', '1/3', '2/3'];

for (const kind of servers())
  describe(`kubectl bmh repair --shard on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let config: string;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, brokenScenario(COUNT));
      config = await stage.kubeconfig(server.admin, stage.namespace('metal3'));
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const repair = (...words: string[]): Promise<Ran> =>
      runCommand(program, ['repair', ...words, '-y', '--no-wait', '--kubeconfig', config]);

    test('all shards together repair each host exactly once, and a shard without hosts succeeds', async () => {
      const names: string[] = [];
      for (const shard of SHARDS) {
        const { code, stdout, stderr } = await repair('--all', '--shard', shard, '-o', 'json');
        assert.equal(code, 0, stderr);
        const { items } = JSON.parse(stdout) as { items: { verdict: string; metadata: { name: string } }[] };
        assert.deepEqual(
          [...new Set(items.map(({ verdict }) => verdict))],
          items.length > 0 ? ['applied'] : [],
        );
        names.push(...items.map(({ metadata }) => metadata.name));
      }
      assert.deepEqual(names.sort(), namesOf(COUNT));
    });

    test('a named host is repaired only in its own shard', async () => {
      const runs = await Promise.all(
        SHARDS.map((shard) => repair('host-00000', '--shard', shard, '-o', 'json')),
      );
      assert.deepEqual(
        runs.map(({ code }) => code),
        [0, 0, 0],
      );
      assert.equal(runs.flatMap(({ stdout }) => JSON.parse(stdout).items).length, 1);
    });

    test('refuses a shard beyond the last one before anything is read', async () => {
      assert.deepEqual(await repair('--all', '--shard', '3/3'), {
        code: 1,
        stdout: '',
        stderr:
          'error: invalid value "3/3" for --shard\nGive I/N: part I of N, counted from 0, such as 0/4. N is at most 1000.\n',
      });
    });

    test('refuses a shard of nothing', async () => {
      const { code, stderr } = await repair('--shard', '0/3');
      assert.equal(code, 1);
      assert.match(stderr, /^error: no host is named or selected\n/);
    });
  });
