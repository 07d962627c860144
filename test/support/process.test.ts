import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type RunningProcess, startProcess } from './process.ts';

const sh = (script: string, options = {}) => startProcess('/bin/sh', ['-c', script], options);

test('reports the exit code and the end of both outputs', async () => {
  const program = await sh('echo out; echo err >&2; exit 3');
  assert.equal(await program.ended, 'exit code 3');
  assert.match(program.output(), /^(out\nerr|err\nout)\n$/);
  assert.equal(program.name, 'sh');
});

test('keeps the last 16 KiB of long output', async () => {
  const program = await sh('head -c 100000 /dev/zero | tr "\\0" x; echo end');
  await program.ended;
  assert.equal(program.output().length, 16 * 1024);
  assert.equal(program.output().slice(-6), 'xxend\n');
});

test('reports a missing program as a shell does', async () => {
  const program = await startProcess('/nowhere/program', []);
  assert.equal(await program.ended, 'exit code 127');
  assert.match(program.output(), /nowhere\/program/);
});

test('stop ends the program and its children, and can be repeated', async (t) => {
  const { program, gone } = await withGrandchild(t, (grandchild) => sh(`${grandchild} & wait`));
  await program.stop();
  await gone;
  await program.stop();
  assert.equal(await program.ended, 'signal SIGTERM');
});

test('ends the program when its parent is killed', async (t) => {
  const { program, gone } = await withGrandchild(t, (grandchild) => {
    const starter = `import { startProcess } from '${import.meta.dirname}/process.ts';
      await startProcess('/bin/sh', ['-c', ${JSON.stringify(`${grandchild} & wait`)}]);`;
    return startProcess(process.execPath, ['--input-type=module', '-e', starter], { stopSignal: 'SIGKILL' });
  });
  await program.stop();
  await gone;
});

test('kills a program that does not stop in time', async () => {
  const program = await sh('trap "" TERM; echo ready; while :; do sleep 600; done', { patience: 100 });
  while (program.output() === '') await new Promise((resolve) => setImmediate(resolve));
  await program.stop();
  assert.equal(await program.ended, 'signal SIGKILL');
});

/**
 * Starts a program that starts another, which connects to this test. Resolves when it has; `gone` resolves when
 * the connection is closed, as it is by the end of that process alone.
 */
async function withGrandchild(t: TestContext, start: (command: string) => Promise<RunningProcess>) {
  const listener = createServer().listen(0, '127.0.0.1');
  t.after(() => listener.close());
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const script = `require("node:net").connect(${port}, "127.0.0.1")`;
  const connected = once(listener, 'connection') as Promise<[Socket]>;
  const program = await start(`'${process.execPath}' -e '${script}'`);
  const [socket] = await connected;
  return { program, gone: once(socket.on('error', () => {}).resume(), 'close') };
}
