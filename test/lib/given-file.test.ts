import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { payloadFolder } from '../../cmd/kubectl-bmh/shared/payload-files.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import type { Program } from '../../lib/cli/command.ts';
import { readGivenFile, readInput } from '../../lib/input/given-file.ts';
import { runCommand } from '../support/run-command.ts';

describe('refuses a path that is not a file, without blocking', {
  skip: process.platform === 'win32' && 'Windows has other devices',
}, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'given-'));
    execFileSync('mkfifo', [join(folder, 'fifo.yaml')]);
    await writeFile(join(folder, 'file'), 'text');
  });
  after(() => rm(folder, { recursive: true }));

  const kinds: Record<string, () => [path: string, why: string]> = {
    FIFO: () => [join(folder, 'fifo.yaml'), 'is a FIFO, not a file'],
    device: () => ['/dev/zero', 'is a device, not a file'],
    folder: () => [folder, 'is a directory'],
  };

  /** Options and commands that read a path. */
  const readers: Record<string, [Program, (path: string) => Promise<string[]> | string[]]> = {
    '--kubeconfig': [bmh, (path) => ['list', '--kubeconfig', path]],
    'the certificate of an authority': [
      bmh,
      (path) => ['list', '--server=https://127.0.0.1:1', `--certificate-authority=${path}`],
    ],
    'a client certificate': [
      bmh,
      (path) => ['list', '--server=https://127.0.0.1:1', `--client-certificate=${path}`, '--client-key=x'],
    ],
    'a token file': [bmh, withTokenFile],
    validate: [bmh, (path) => ['validate', path]],
    'audit -f': [bmh, (path) => ['audit', '-f', path]],
    '--values': [monitoring, (path) => ['resize-pvc', '60Gi', '--values', path]],
  };

  for (const [what, kind] of Object.entries(kinds))
    for (const [reader, [program, words]] of Object.entries(readers))
      test(`${reader}: a ${what}`, async () => {
        const [path, why] = kind();
        // `audit -f` accepts folders.
        if (what === 'folder' && reader === 'audit -f') return;
        const { code, stderr } = await runCommand(program, await words(path), { env: { HOME: folder } });
        assert.notEqual(code, 0);
        assert.doesNotMatch(stderr, /defect/);
        assert.match(stderr, new RegExp(reader === '--values' ? 'is not a file' : why));
      });

  test('--payload-dir refuses a FIFO and a device', () => {
    chmodSync(join(folder, 'fifo.yaml'), 0o777);
    for (const path of [join(folder, 'fifo.yaml'), '/dev/zero'])
      assert.throws(
        () => payloadFolder(path).filesOf('a'),
        /cannot keep payload files at .*: not a directory$/,
      );
  });

  async function withTokenFile(path: string): Promise<string[]> {
    const file = join(folder, 'config');
    const config = {
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: 'http://127.0.0.1:1' } }],
      users: [{ name: 'u', user: { tokenFile: path } }],
    };
    await writeFile(file, JSON.stringify(config));
    return ['list', '--kubeconfig', file];
  }

  test('refuses a link to a FIFO, and a socket', async (t) => {
    execFileSync('ln', ['-s', 'fifo.yaml', join(folder, 'link.yaml')]);
    assert.throws(() => readGivenFile(join(folder, 'link.yaml')), { message: 'is a FIFO, not a file' });
    const server = createServer().listen(join(folder, 'socket'));
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    assert.throws(() => readGivenFile(join(folder, 'socket')), { message: 'is a socket, not a file' });
  });

  test('reads a file, one of unknown size, and a pipe that the program was started with', () => {
    assert.equal(readGivenFile(join(folder, 'file')).toString(), 'text');
    if (existsSync('/proc/self/status'))
      assert.match(readGivenFile('/proc/self/status').toString(), /^Name:/);
    const library = new URL('../../lib/input/given-file.ts', import.meta.url);
    const script = `import { readGivenFile } from '${library}'; process.stdout.write(readGivenFile('/dev/fd/0'));`;
    const given = execFileSync('/bin/sh', [
      '-c',
      `echo piped | "$0" --input-type=module -e "$1"`,
      process.execPath,
      script,
    ]);
    assert.equal(given.toString(), 'piped\n');
  });

  test('refuses a file and standard input larger than 64 MiB', async () => {
    const large = join(folder, 'large');
    await writeFile(large, '');
    await truncate(large, 64 * 1024 * 1024 + 1);
    assert.throws(() => readGivenFile(large), { message: 'is larger than 64 MiB' });
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1024 * 1024);
      })(),
    );
    await assert.rejects(readInput(endless), { message: 'is larger than 64 MiB' });
  });
});
