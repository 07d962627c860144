import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { temporaryFolder } from '../lib/kube/support/api-server.ts';
import { type Listener, listen } from '../support/listen.ts';
import { type PackedName, packedFile, runPacked, startPacked } from '../support/packed.ts';

const TOKEN = 'a-secret-token';

describe("packed programs and Node's environment variables", () => {
  let folder: string;
  let server: Listener;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bmh-environment-'));
    await writeFile(join(folder, 'loaded.cjs'), 'process.stderr.write("loaded\\n")');
    server = await listen((_, response) => response.writeHead(404).end());
  });
  after(async () => {
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  const words = () => ['list', '--server', `http://127.0.0.1:${server.port}`, '--token', TOKEN];
  const loaded = () => join(folder, 'loaded.cjs');

  for (const [name, variables] of Object.entries({
    NODE_DEBUG: () => ({ NODE_DEBUG: 'http,https,net,tls,timer,stream,module,*' }),
    NODE_DEBUG_NATIVE: () => ({ NODE_DEBUG_NATIVE: '*' }),
    DEBUG: () => ({ DEBUG: '*', DEBUG_PKG: '2' }),
    'what the YAML parser logs by': () => ({ LOG_TOKENS: '1', LOG_STREAM: '1' }),
    'NODE_OPTIONS with a script': () => ({ NODE_OPTIONS: `--require=${loaded()}` }),
    'NODE_OPTIONS with a module': () => ({ NODE_OPTIONS: `--import=${loaded()}` }),
    'NODE_OPTIONS with the inspector': () => ({ NODE_OPTIONS: '--inspect=127.0.0.1:0' }),
    'NODE_OPTIONS with a log of keys': () => ({ NODE_OPTIONS: `--tls-keylog=${join(folder, 'keys')}` }),
    SSLKEYLOGFILE: () => ({ SSLKEYLOGFILE: join(folder, 'keys') }),
    NODE_REPL_EXTERNAL_MODULE: () => ({ NODE_REPL_EXTERNAL_MODULE: loaded() }),
    NODE_PATH: () => ({ NODE_PATH: folder }),
    PKG_EXECPATH: () => ({ PKG_EXECPATH: 'PKG_INVOKE_NODEJS', PKG_NATIVE_CACHE_PATH: folder }),
  }))
    test(`${name} shows no token and loads nothing`, async () => {
      const { code, stdout, stderr } = await runPacked('kubectl-bmh', words(), {
        env: { HOME: folder, ...variables() },
      });
      assert.notEqual(code, 0);
      assert.doesNotMatch(stdout + stderr, new RegExp(`${TOKEN}|^loaded|Debugger`, 'm'));
      assert.deepEqual(await readdir(folder), ['loaded.cjs']);
    });

  test('ignores NODE_TLS_REJECT_UNAUTHORIZED=0 silently', async () => {
    const stranger = await listen((_, response) => response.end('{}'), true);
    try {
      const list = (env: Record<string, string>) =>
        runPacked(
          'kubectl-bmh',
          ['list', '--server', `https://127.0.0.1:${stranger.port}`, '--token', TOKEN],
          {
            env: { HOME: folder, ...env },
          },
        );
      const usual = await list({});
      assert.match(usual.stderr, /certificate/);
      assert.deepEqual(await list({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }), usual);
    } finally {
      await stranger.stop();
    }
  });

  test('ignores the logging variables of the YAML parser', async () => {
    const audit = (env: Record<string, string>) =>
      runPacked('kubectl-bmh', ['audit', '-f', '-'], {
        env,
        input: `kind: Secret\nstringData: {a: ${TOKEN}}\n`,
      });
    assert.deepEqual(await audit({ LOG_TOKENS: '1', LOG_STREAM: '1' }), await audit({}));
  });

  test('prints messages under NODE_DEBUG', async () => {
    const env = { HOME: folder };
    const usual = await runPacked('kubectl-bmh', words(), { env });
    assert.notEqual(usual.stderr, '');
    assert.deepEqual(await runPacked('kubectl-bmh', words(), { env: { ...env, NODE_DEBUG: 'net' } }), usual);
  });

  for (const name of ['kubectl-bmh', 'kubectl-monitoring'] as PackedName[])
    test(`${name}: SIGUSR1 neither opens an inspector nor ends the program`, {
      skip: process.platform === 'win32' && 'Windows has no such signal',
    }, async (t) => {
      const plugin = startPacked(name, ['version'], {
        env: { HOME: folder, KUBECONFIG: await hangingPlugin(t) },
      });
      while (!plugin.said().includes('started')) await new Promise((resolve) => setImmediate(resolve));
      for (let times = 0; times < 3; times += 1) plugin.kill('SIGUSR1');
      plugin.kill('SIGTERM');
      const { code, signal, stderr } = await plugin.ended;
      assert.deepEqual({ code, signal }, { code: 130, signal: null });
      assert.doesNotMatch(stderr, /Debugger/);
    });

  /** A kubeconfig whose credential plugin says that it has started, and waits. */
  async function hangingPlugin(t: TestContext): Promise<string> {
    const file = join(await temporaryFolder(t), 'config');
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: '/bin/sh',
      args: ['-c', 'echo started >&2; exec sleep 600'],
      interactiveMode: 'IfAvailable',
    };
    const config = {
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${server.port}` } }],
      users: [{ name: 'u', user: { exec } }],
    };
    await writeFile(file, JSON.stringify(config));
    return file;
  }

  test('in a folder that was removed, what needs no folder works, and what needs one says so', {
    skip: process.platform === 'win32' && 'a folder in use cannot be removed there',
  }, () => {
    const script = 'mkdir "$1" && cd "$1" && rmdir "$1" && shift && exec "$@"';
    const run = (...words: string[]) => {
      const args = ['-c', script, 'sh', join(folder, 'gone'), packedFile('kubectl-bmh'), ...words];
      const { status, stdout, stderr } = spawnSync('/bin/sh', args, { encoding: 'utf8' });
      return { status, stdout, stderr };
    };
    assert.match(run('version', '--client').stdout, /^Client Version: v/);
    assert.deepEqual(run('audit', '-f', '.'), {
      status: 1,
      stdout: '',
      stderr:
        'error: the current folder no longer exists\nChange to another folder (cd), then run this again.\n',
    });
  });
});
