import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';

const library = new URL('../../../lib/cli/process.ts', import.meta.url);

/** A program whose host is this process, as the plugins have it. */
const programOf = (body: string): string[] => [
  '--input-type=module',
  '-e',
  `import { processHost } from '${library}'; const host = processHost(); ${body}`,
];

async function ran(body: string, stdout: number | 'pipe' = 'pipe') {
  const child = spawn(process.execPath, programOf(body), { stdio: ['ignore', stdout, 'pipe'] });
  const said = text(child.stderr as NodeJS.ReadableStream & AsyncIterable<Buffer>);
  const [code] = await once(child, 'exit');
  return { code, stderr: await said };
}

describe('exit of a process', () => {
  test('fails with a message if the command waits forever', async () => {
    assert.deepEqual(await ran('void Promise.race([]).then(host.exit)'), {
      code: 1,
      stderr: 'error: the command ended before it finished\nRun it again with -v=6 to see its requests.\n',
    });
  });

  test('fails if it exits before its command ends', async () => {
    assert.equal((await ran('process.exit()')).code, 1);
  });

  test('exits with the code of its command', async () => {
    for (const code of [0, 2, 124]) assert.deepEqual(await ran(`host.exit(${code})`), { code, stderr: '' });
  });

  test('the first signal interrupts the command', async () => {
    const body = `host.interrupted.addEventListener('abort', () => host.exit(130), { once: true });
      setInterval(() => {}, 1000).unref(); const held = setTimeout(() => {}, 1e6);
      host.interrupted.addEventListener('abort', () => clearTimeout(held)); process.stdout.write('ready');`;
    const child = spawn(process.execPath, programOf(body), { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [130, null]);
  });
});

describe('an output that cannot be written', () => {
  test('a full disk prints one line on stderr and exits with 1', {
    skip: !existsSync('/dev/full') && 'this system has no /dev/full',
  }, async () => {
    const full = openSync('/dev/full', 'w');
    try {
      assert.deepEqual(await ran(`host.stdout.write('x'.repeat(100_000)); host.exit(0)`, full), {
        code: 1,
        stderr: 'error: cannot write to standard output: no space left on device\n',
      });
    } finally {
      closeSync(full);
    }
  });

  test('a closed pipe prints nothing and is no failure', async () => {
    const shell = `"$0" "$@" | true`;
    const body = `setTimeout(() => { host.stdout.write('x'.repeat(1_000_000)); }, 50); setInterval(() => {}, 1e6)`;
    const { stderr } = await promisify(execFile)('/bin/sh', [
      '-c',
      shell,
      process.execPath,
      ...programOf(body),
    ]);
    assert.equal(stderr, '');
  });
});
