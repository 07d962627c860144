import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { brokenHost, image, STANDARD, served, stale } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { freePort } from '../../support/ports.ts';
import { runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const MAIN = join(import.meta.dirname, '../../../cmd/kubectl-bmh/main.ts');

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [brokenHost('worker-0', 1), brokenHost('turned', 2), brokenHost('early', 3)],
  images: [served(STANDARD)],
  deadBmcs: [],
});

for (const kind of servers())
  describe(`commands of kubectl bmh payload, run with sh, kubectl and curl, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    let env: Record<string, string>;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, scenario());
      namespace = stage.namespace('metal3');
      const folder = join(stage.folder, 'bin');
      await mkdir(folder);
      await writeFile(join(folder, 'kubectl-bmh'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
      await chmod(join(folder, 'kubectl-bmh'), 0o755);
      env = { HOME: stage.folder, PATH: [folder, process.env.PATH].join(delimiter) };
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** The commands for a host, as they are printed; the wait at the end is a short one. */
    async function script(name: string): Promise<string> {
      const folder = join(stage.folder, "it's here");
      const { code, stdout, stderr } = await runCommand(program, [
        'payload',
        name,
        ...['--output-directory', folder],
        ...['--proxy-port', String(await freePort())],
        ...['--kubeconfig', await stage.kubeconfig(server.admin, namespace)],
      ]);
      assert.equal(code, 0, stderr);
      return stdout.replace(/^kubectl bmh wait .*$/m, '$& --stable-for=1s');
    }

    const sh = (text: string): Promise<{ code: number; stdout: string; stderr: string }> =>
      new Promise((resolve) => {
        const child = execFile('sh', { env, timeout: 300_000 }, (error, stdout, stderr) => {
          resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
        });
        child.stdin?.end(text);
      });

    test('repair the host and stop the proxy', async () => {
      const commands = await script('worker-0');
      const { code, stdout, stderr } = await sh(commands);
      assert.equal(code, 0, `${stdout}\n${stderr}`);
      assert.match(stdout, /valid status payload\n.*valid spec payload\n/);
      assert.match(stdout, new RegExp(`^0 "" ${served(STANDARD)}$`, 'm'));
      assert.match(stdout, /^baremetalhost\.metal3\.io\/worker-0 healthy$/m);
      const { metadata, spec, status } = await stage.host(namespace, 'worker-0');
      assert.deepEqual(metadata.annotations ?? {}, {});
      assert.deepEqual(spec.image, image(served(STANDARD)));
      assert.deepEqual(status.provisioning.image.url, served(STANDARD));
      assert.deepEqual(stage.operator.wiped, []);
      assert.equal(await isOpen(Number(/--port=(\d+)/.exec(commands)?.[1])), false);
    });

    test('do not resume the host if its addresses differ at the end', async () => {
      const commands = await script('turned');
      const change = `kubectl patch baremetalhosts.metal3.io turned -n ${namespace} --kubeconfig ${await stage.kubeconfig()} --type=merge -p '{"spec":{"image":{"url":"${stale(STANDARD)}"}}}'`;
      const upToWait = commands.slice(0, commands.indexOf('# 10.'));
      await sh(upToWait.replace('# 8.', `${change}\n# 8.`));
      const { metadata, spec, status } = await stage.host(namespace, 'turned');
      assert.equal(metadata.annotations['baremetalhost.metal3.io/paused'], 'true');
      assert.equal(spec.image.url, stale(STANDARD));
      assert.equal(status.provisioning.image.url, served(STANDARD));
      assert.deepEqual(stage.operator.wiped, []);
    });

    test('patch nothing without the pause', async () => {
      const before = await stage.host(namespace, 'early');
      const commands = await script('early');
      const unpaused = commands.slice(0, commands.indexOf('# 10.')).replace(/^test -z .*$/m, '');
      await sh(unpaused);
      const { spec, status } = await stage.host(namespace, 'early');
      assert.deepEqual(spec.image, before.spec.image);
      assert.deepEqual(status.provisioning.image, before.status.provisioning.image);
    });
  });

/** Whether anybody listens on a port of loopback. */
const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
