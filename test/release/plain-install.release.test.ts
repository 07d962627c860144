import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { plugins, version } from '../../scripts/plugins.ts';
import { onPath } from '../cluster/on-path.ts';
import { listen } from '../support/listen.ts';
import { archiveOf, forHost, releasesAt } from './support/archives.ts';
import { run, succeed } from './support/run.ts';

const kubectl = await onPath('kubectl', process.env);
const tar = await onPath('tar', process.env);

describe('archives unpacked by hand into a folder on PATH', { skip: lacking() }, () => {
  let folder: string;
  let env: Record<string, string>;
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'bmh-plain-')));
    // Nothing else: kubectl warns of whatever it finds on PATH.
    env = { HOME: folder, PATH: folder };
    for (const plugin of plugins) {
      const archive = archiveOf(forHost(await releasesAt('https://releases.invalid', plugin)));
      await succeed(tar as string, ['-xf', archive, '-C', folder], { env: { PATH: process.env.PATH ?? '' } });
    }
  });
  after(() => rm(folder, { recursive: true }));

  const call = (...words: string[]) => run(kubectl as string, words, { env });

  test('kubectl plugin list shows both without a warning', async () => {
    const { code, stdout, stderr } = await call('plugin', 'list');
    const lines = plugins.map(({ program }) => `${join(folder, program)}\n`).join('');
    assert.deepEqual(
      { code, stdout, stderr },
      { code: 0, stdout: `The following compatible plugins are available:\n\n${lines}`, stderr: '' },
    );
  });

  for (const { name, program } of plugins)
    test(`kubectl ${name} has the output and exit codes of ${program}`, async () => {
      for (const [words, expected] of [
        [['version', '--client'], 0],
        [['version', '--no-such-flag'], 1],
      ] as const) {
        const through = await call(name, ...words);
        assert.deepEqual(through, await run(join(folder, program), words, { env }));
        assert.equal(through.code, expected);
      }
      assert.equal((await call(name, 'version', '--client')).stdout, `Client Version: ${version}\n`);
    });

  test('Ctrl-C exits with 130', async () => {
    const silent = await listen(() => asked.resolve());
    const asked = Promise.withResolvers<void>();
    const words = ['bmh', 'list', '--server', `http://127.0.0.1:${silent.port}`];
    const child = spawn(kubectl as string, words, { env, stdio: 'ignore' });
    const exit = once(child, 'exit');
    try {
      await Promise.race([asked.promise, exit]);
      child.kill('SIGINT');
      assert.deepEqual(await exit, [130, null]);
    } finally {
      child.kill('SIGKILL');
      await silent.stop();
    }
  });
});

function lacking(): string | undefined {
  if (process.platform === 'win32') return 'kubectl hands no exit codes through on Windows';
  if (kubectl === undefined) return 'kubectl is not on PATH';
  return tar === undefined ? 'tar is not on PATH' : undefined;
}
