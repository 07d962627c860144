import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { startLink } from './link.ts';

const LATENCY = 20;

test('delivers all bytes in order, delayed by the latency in each direction', async (t) => {
  const echo = createServer((socket) => socket.pipe(socket));
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  t.after(() => echo.close());
  const link = await startLink({ url: `tcp://127.0.0.1:${(echo.address() as AddressInfo).port}` }, LATENCY);
  t.after(() => link.stop());
  const { port } = new URL(link.endpoint({ url: '', ca: '' }).url);
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  await once(socket, 'connect');
  const started = performance.now();
  let text = '';
  let first = 0;
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    first ||= performance.now() - started;
    text += chunk;
  });
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index}\n`);
  for (const line of lines) socket.write(line);
  socket.end();
  await once(socket, 'end');
  assert.equal(text, lines.join(''));
  assert.ok(first >= 2 * LATENCY, `the first bytes were back after ${first} ms`);
});
