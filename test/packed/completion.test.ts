import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { packedFile, runPacked } from '../support/packed.ts';

/** Names come within a second or not at all: how often a busy machine is asked again until a plugin has come to its word. */
const MOST_TRIES = 20;

describe('completion by the packed program', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bmh-completion-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** A kubeconfig whose user has a credential plugin that runs this script. */
  const withPlugin = async (script: string): Promise<{ KUBECONFIG: string; PATH: string }> => {
    const KUBECONFIG = join(await mkdtemp(join(folder, 'plugin-')), 'config');
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: '/bin/sh',
      args: ['-c', script],
      interactiveMode: 'IfAvailable',
    };
    const config = {
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: 'http://127.0.0.1:1' } }],
      users: [{ name: 'u', user: { exec } }],
    };
    await writeFile(KUBECONFIG, JSON.stringify(config));
    return { KUBECONFIG, PATH: process.env.PATH ?? '' };
  };
  const nothing = { code: 0, signal: null, stdout: ':4\n', stderr: '' };

  test('hides the output of a credential plugin', async () => {
    const asked = join(folder, 'asked');
    const env = await withPlugin(`echo 'log in at …' >&2; touch ${asked}; exit 1`);
    for (let tries = 1; ; tries += 1) {
      assert.deepEqual(await runPacked('kubectl-bmh', ['__complete', 'repair', ''], { env }), nothing);
      if (existsSync(asked)) break;
      assert.ok(tries < MOST_TRIES, 'the plugin was run');
    }
    await rm(asked);
  });

  test('does not wait for a credential plugin that never ends', async () => {
    const [started, going] = [join(folder, 'started'), join(folder, 'going')];
    execFileSync('mkfifo', [started, going]);
    const env = await withPlugin(`trap '' TERM; echo x > ${started}; read -r line < ${going}`);
    const begins = promisify(execFile)('/bin/sh', ['-c', `read -r line < ${started}`]).then(() => true);
    try {
      for (let tries = 1; ; tries += 1) {
        const run = runPacked('kubectl-bmh', ['__complete', 'repair', ''], { env });
        const ended = run.then(() => delay(2_000, false));
        const hasBegun = await Promise.race([begins, ended]);
        assert.deepEqual(await run, nothing);
        if (hasBegun) break;
        assert.ok(tries < MOST_TRIES, 'the plugin was run');
      }
    } finally {
      // It has waited until here: writing to it waits for a reader.
      await writeFile(going, 'go\n');
    }
  });

  test('the installed file runs the plugin on PATH silently', async () => {
    const bin = join(folder, 'bin');
    await mkdir(bin);
    // Nothing else: a plugin that is installed on this machine is not the one that is asked.
    const env = { HOME: folder, PATH: bin };
    const installed = await runPacked('kubectl-bmh', ['completion', 'install', '--directory', bin], { env });
    assert.match(installed.stderr, /^Warning: kubectl-bmh is not on PATH/);
    const ask = () => {
      const shim = join(bin, 'kubectl_complete-bmh');
      return execFileSync(shim, ['list', '-o', 'js'], {
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    };
    assert.throws(ask, ({ stderr }) => stderr === '');
    await symlink(packedFile('kubectl-bmh'), join(bin, 'kubectl-bmh'));
    assert.equal(ask(), 'json\njsonpath=\n:4\n');
  });

  for (const words of [
    ['__complete', 'rep'],
    ['__complete', 'repair', '--'],
    ['__complete', 'repair', '-o', ''],
    ['__complete', 'explain', 'guards', ''],
    ['completion', 'print'],
    ['completion', 'install', '--dry-run=client'],
    ['completion', 'uninstall', '--dry-run=client'],
  ])
    test(`${words.join(' ')} reads no kubeconfig`, async () => {
      const home = await mkdtemp(join(folder, 'home-'));
      const bin = join(home, 'bin');
      await mkdir(bin);
      const env = { HOME: home, PATH: bin, KUBECONFIG: join(home, 'config') };
      // Its reader waits for a writer.
      execFileSync('mkfifo', [env.KUBECONFIG]);
      assert.equal((await runPacked('kubectl-bmh', words, { env })).code, 0);
    });
});
