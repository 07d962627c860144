import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { brokenHost, type HostOptions, healthyHost, STANDARD, served } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

/** A host whose system was put there by a deploy method of its own, without an image. */
const custom: HostOptions = {
  spec: { image: undefined, customDeploy: { method: 'install_coreos' } },
  provisioning: { image: { url: '' }, customDeploy: { method: 'install_coreos' } },
};

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [healthyHost('custom', 1, custom), brokenHost('failed', 2, custom)],
  images: [served(STANDARD)],
  deadBmcs: [],
});

for (const kind of servers())
  describe(`a host with a deploy method and no image, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    let config: string[];
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, scenario(), { active: ['custom', 'failed'] });
      namespace = stage.namespace('metal3');
      config = ['--kubeconfig', await stage.kubeconfig(server.admin, namespace)];
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const kubectl = (...words: string[]): Promise<Ran> => runCommand(program, [...words, ...config]);

    test('is ok in list, healthy in diagnose and verify, and unchanged by repair', async () => {
      const list = await kubectl('list', '-o', 'json');
      const rows: { metadata: { name: string }; verdict: string }[] = JSON.parse(list.stdout).items;
      assert.equal(rows.find(({ metadata }) => metadata.name === 'custom')?.verdict, 'healthy');
      const diagnosis = await kubectl('diagnose', 'custom', '-o', 'json');
      const [item] = JSON.parse(diagnosis.stdout).items;
      assert.deepEqual([diagnosis.code, item.reason, item.verdict], [0, 'healthy', 'healthy']);
      const verified = await kubectl('verify', 'custom', '-o', 'json');
      assert.equal(verified.code, 0, verified.stdout);
      assert.equal((await kubectl('wait', 'custom', '--stable-for=0')).code, 0);
    });

    test('can be paused and resumed', async () => {
      assert.equal((await kubectl('pause', 'custom', '-y')).code, 0);
      const resumed = await kubectl('resume', 'custom', '-y');
      assert.equal(resumed.code, 0, resumed.stderr);
      const { metadata } = await stage.host(namespace, 'custom');
      await stage.operator.reconciled(`${namespace}/custom`, metadata.resourceVersion);
      assert.deepEqual(stage.operator.wiped, []);
    });

    test('can be re-enrolled', async () => {
      const { code, stderr } = await kubectl(
        'reenroll',
        'custom',
        '-y',
        '--stable-for=0',
        '--accept',
        'healthy',
      );
      assert.equal(code, 0, stderr);
      assert.equal((await kubectl('verify', 'custom')).code, 0);
      assert.deepEqual(stage.operator.wiped, []);
    });

    test('with the error, repair refuses and diagnose names the cause', async () => {
      for (const words of [[], ['--image-name', 'a-b-c']]) {
        const { code, stdout } = await kubectl('repair', 'failed', '-y', '-o', 'json', ...words);
        const [refusal, ...others] = JSON.parse(stdout).items[0].refusals;
        assert.deepEqual([code, refusal.guard, others], [1, 'no-image-name', []]);
        assert.match(refusal.reason, /^the host has no image: its deploy method "install_coreos" /);
      }
      const diagnosis = await kubectl('diagnose', 'failed', '-o', 'json');
      const [item] = JSON.parse(diagnosis.stdout).items;
      assert.deepEqual([item.reason, item.verdict], ['custom-deploy-error', 'degraded']);
      assert.match(item.next, /^kubectl describe baremetalhost failed /);
      assert.deepEqual(stage.operator.wiped, []);
    });
  });

for (const kind of servers())
  describe(`a host with an image, whose deploy method was changed, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    before(async () => {
      server = await kind.start();
      const changed: HostOptions = {
        spec: { customDeploy: { method: 'install_other' } },
        provisioning: { customDeploy: { method: 'install_coreos' } },
      };
      stage = await openStage(
        server,
        { ...scenario(), hosts: [brokenHost('changed', 1, changed)] },
        { unattended: ['metal3'] },
      );
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    test('is paused before repair refuses, and repaired once the method is restored', async () => {
      const namespace = stage.namespace('metal3');
      const words = ['--kubeconfig', await stage.kubeconfig(server.admin, namespace), '-y', '-o', 'json'];
      const refused = await runCommand(program, ['repair', 'changed', '--wait=false', ...words]);
      const [{ guard }, ...others] = JSON.parse(refused.stdout).items[0].refusals;
      assert.deepEqual([refused.code, guard, others], [1, 'custom-deploy', []], refused.stderr);
      const held = await stage.host(namespace, 'changed');
      assert.equal(held.metadata.annotations['baremetalhost.metal3.io/paused'], 'true');

      await stage.patch(namespace, 'changed', { spec: { customDeploy: { method: 'install_coreos' } } });
      const repaired = await runCommand(program, ['repair', 'changed', '--wait=false', ...words]);
      assert.equal(repaired.code, 0, repaired.stdout);
      const { metadata, spec, status } = await stage.host(namespace, 'changed');
      assert.deepEqual(metadata.annotations ?? {}, {});
      assert.equal(spec.image.url, status.provisioning.image.url);
    });
  });
