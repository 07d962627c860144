import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brokenHost, detached, STANDARD, served } from '../scenarios/hosts.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { type PackedName, packedFile } from '../support/packed.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { openStage, type Stage } from '../support/stage.ts';

const PLUGINS: PackedName[] = ['kubectl-bmh', 'kubectl-monitoring'];

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [brokenHost('worker-0', 0), brokenHost('away-0', 1, { annotations: detached })],
  images: [served(STANDARD)],
  deadBmcs: [],
});

for (const kind of servers())
  describe(`the plugins through kubectl, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    let env: Record<string, string>;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, scenario());
      namespace = stage.namespace('metal3');
      const folder = join(stage.folder, 'plugins');
      await mkdir(folder);
      for (const name of PLUGINS) await symlink(packedFile(name), join(folder, name));
      env = {
        HOME: stage.folder,
        PATH: [folder, process.env.PATH].join(delimiter),
        KUBECONFIG: await stage.kubeconfig(server.admin, namespace),
      };
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** Runs kubectl, with the plugins on PATH. */
    const kubectl = (...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
      new Promise((resolve, reject) => {
        execFile('kubectl', words, { env }, (error, stdout, stderr) => {
          if (error && typeof error.code !== 'number') reject(error);
          else resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
        });
      });

    test('kubectl plugin list shows both without a warning', async () => {
      const { stdout, stderr } = await kubectl('plugin', 'list');
      const lines = stdout.split('\n');
      for (const name of PLUGINS) {
        const at = lines.indexOf(join(stage.folder, 'plugins', name));
        assert.ok(at >= 0, stdout);
        // A warning follows the plugin it is about.
        assert.doesNotMatch(lines[at + 1] ?? '', /warning/i);
      }
      assert.doesNotMatch(stderr, /kubectl-(bmh|monitoring)/);
    });

    test('kubectl bmh and kubectl monitoring run these programs', async () => {
      for (const plugin of ['bmh', 'monitoring']) {
        const { code, stdout } = await kubectl(plugin, 'version', '--client');
        assert.equal(code, 0);
        assert.match(stdout, /^Client Version: v\d+\.\d+\.\d+\n$/);
      }
    });

    test('kubectl bmh list shows the same hosts as kubectl get bmh', async () => {
      const ours = await kubectl('bmh', 'list', '-A');
      assert.equal(ours.code, 0, ours.stderr);
      assert.match(ours.stdout, new RegExp(`^${namespace} +worker-0 +degraded `, 'm'));
      const theirs = await kubectl('get', 'bmh', '-o', 'name');
      assert.equal(theirs.code, 0, theirs.stderr);
      const sorted = (text: string) => text.split('\n').toSorted();
      assert.deepEqual(sorted((await kubectl('bmh', 'list', '-o', 'name')).stdout), sorted(theirs.stdout));
    });

    test("kubectl passes a repair's output and exit code through", async () => {
      const refused = await kubectl('bmh', 'repair', 'away-0', '-y');
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /^error: host .* was not repaired; nothing was changed\n {2}detached: /);
      const repaired = await kubectl('bmh', 'repair', 'worker-0', '-y', '--stable-for=0');
      assert.deepEqual(
        { code: repaired.code, stdout: repaired.stdout },
        { code: 0, stdout: 'baremetalhost.metal3.io/worker-0 repaired\n' },
      );
      const { stdout } = await kubectl('get', 'bmh', 'worker-0', '-o', 'jsonpath={.spec.image.url}');
      assert.equal(stdout, served(STANDARD));
    });

    test('a flag of kubectl after the plugin’s name reaches the plugin', async () => {
      const { code, stdout } = await kubectl(
        'bmh',
        'list',
        '--context',
        'test',
        '-n',
        namespace,
        '-o',
        'name',
      );
      assert.equal(code, 0);
      assert.match(stdout, /^baremetalhost\.metal3\.io\/worker-0$/m);
    });
  });
