import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { guardsScenario } from '../../scenarios/guards.ts';
import { runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

/** Which guards refuse each host of the scenario. */
const refused: Record<string, string[]> = {
  'paused-by-hand': ['foreign-pause'],
  'paused-by-capm3': ['foreign-pause'],
  'paused-by-hostclaim': ['foreign-pause'],
  detached: ['detached'],
  'saved-status': ['foreign-pause', 'status-annotation'],
  'block-move': ['block-move'],
  'cluster-paused': ['cluster-paused'],
  'externally-provisioned': ['externally-provisioned'],
  deleting: ['deleting', 'foreign-pause'],
  'no-image': ['unequal-urls', 'foreign-pause', 'no-image'],
  'urls-differ': ['unequal-urls', 'foreign-pause'],
  'not-provisioned': ['not-provisioned'],
  'bmc-fault': ['other-error'],
  'address-not-ip': ['address-not-ip'],
  'live-iso': ['no-checksum-image'],
  'checksum-type': ['checksum-type'],
  'custom-deploy-changed': ['foreign-pause', 'custom-deploy'],
  argocd: ['gitops'],
  'argocd-manager-only': ['gitops'],
  flux: ['gitops'],
  'flux-manager-only': ['gitops'],
  helm: ['gitops'],
};

for (const kind of servers())
  describe(`refusals of kubectl bmh repair on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let config: string[];
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, guardsScenario());
      config = ['--kubeconfig', await stage.kubeconfig(server.admin, stage.namespace('metal3'))];
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    test('the scenario has exactly these hosts', () => {
      const names = guardsScenario().hosts.map(({ host }) => host.metadata.name);
      assert.deepEqual(names.toSorted(), Object.keys(refused).toSorted());
    });

    for (const [name, expected] of Object.entries(refused))
      test(`${name} is refused by ${expected.join(', ')}, and nothing is written`, async () => {
        const namespace = stage.namespace('metal3');
        const before = await stage.host(namespace, name);
        const { code, stdout } = await runCommand(program, ['repair', name, '-y', '-o', 'json', ...config]);
        const [{ verdict, exitCode, refusals }] = JSON.parse(stdout).items;
        assert.deepEqual({ code, verdict, exitCode }, { code: 1, verdict: 'blocked', exitCode: 1 });
        assert.deepEqual(
          refusals.map(({ guard }: { guard: string }) => guard),
          expected,
        );
        const { metadata } = await stage.host(namespace, name);
        assert.deepEqual(metadata.annotations, before.metadata.annotations);
        assert.equal(metadata.generation, before.metadata.generation);
        assert.deepEqual(stage.operator.wiped, []);
      });

    test('accepting a pause hides no other refusal', async () => {
      const words = [
        'repair',
        'no-image',
        '-y',
        '-o',
        'json',
        '--accept',
        'foreign-pause',
        '--image-name',
        'a-b-c',
      ];
      const { code, stdout, stderr } = await runCommand(program, [...words, ...config]);
      assert.equal(code, 1);
      assert.deepEqual(
        JSON.parse(stdout).items[0].refusals.map(({ guard }: { guard: string }) => guard),
        ['no-image'],
      );
      assert.doesNotMatch(stderr, /1\/9/);
    });

    test('a refusal says what is wrong and what to do', async () => {
      const { stderr } = await runCommand(program, ['repair', 'detached', '-y', ...config]);
      assert.equal(
        stderr.replaceAll(stage.namespace('metal3'), 'NS'),
        `error: host NS/detached was not repaired; nothing was changed
  detached: the host is detached: the operator does not manage it (annotation baremetalhost.metal3.io/detached)
    remove the annotation to attach the host again, then run this again
`,
      );
    });
  });
