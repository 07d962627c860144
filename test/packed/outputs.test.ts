import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../cmd/kubectl-bmh/program.ts';
import { guardsScenario } from '../scenarios/guards.ts';
import { brokenHost } from '../scenarios/hosts.ts';
import { runPacked } from '../support/packed.ts';
import { runCommand } from '../support/run-command.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { openStage, type Stage } from '../support/stage.ts';

/** Calls that change nothing, in every output format; each loads what only it needs. */
const CALLS = [
  ...['json', 'yaml', 'name', 'wide'].map((format) => ['list', '-o', format]),
  ...['json', 'yaml', 'name'].flatMap((format) => [
    ['repair', 'broken', '--diff', '-o', format],
    ['repair', 'detached', '-y', '-o', format],
  ]),
  ['repair', 'broken', '--dry-run=server', '-o', 'yaml'],
  ['list', '--no-headers', '-l', 'nothing=here'],
  ['repair', 'broken', '--diff', '--color=always'],
  ['repair', 'broken', '--dry-run=client'],
  ['repair', 'ghost', '-y', '-o', 'yaml'],
];

for (const kind of servers())
  describe(`the packed kubectl-bmh prints what its sources print, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let config: string[];
    before(async () => {
      server = await kind.start();
      const { hosts, ...rest } = guardsScenario();
      stage = await openStage(server, { ...rest, hosts: [...hosts, brokenHost('broken', 99)] });
      await stage.operator.settled();
      config = ['--kubeconfig', await stage.kubeconfig(server.admin, stage.namespace('metal3'))];
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    for (const words of CALLS)
      test(words.join(' '), async () => {
        const { signal, ...packed } = await runPacked('kubectl-bmh', [...words, ...config]);
        const sources = await runCommand(program, [...words, ...config]);
        assert.equal(signal, null);
        assert.deepEqual(alike(packed), alike(sources));
        assert.ok(packed.stdout + packed.stderr !== '');
      });
  });

/** What differs from run to run, made the same: moments, ages and run ids. */
const alike = (ran: object): object =>
  JSON.parse(
    JSON.stringify(ran)
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'MOMENT')
      .replaceAll(/ +\d+s( +|(?=\\n))/g, ' AGE ')
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID'),
  );
