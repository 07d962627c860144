import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import { local } from '../../../../lib/cluster/metrics/local.ts';
import { getting } from '../../../../lib/cluster/metrics/ways.ts';
import { listen } from '../../../support/listen.ts';
import { freePort } from '../../../support/ports.ts';

const never = new AbortController().signal;

async function serve(t: TestContext, handler: RequestListener): Promise<string> {
  const { port, stop } = await listen(handler);
  t.after(stop);
  return `127.0.0.1:${port}`;
}

test('accepts an address with a path and a user, and shows neither name nor password', async (t) => {
  const seen: unknown[] = [];
  const host = await serve(t, ({ url, headers: { authorization } }, response) => {
    seen.push(url, authorization);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  const way = local(`http://ann:s%20cret@${host}/metrics/`);
  assert.equal(way.via, `http://${host}/metrics`);
  assert.deepEqual(await way.ask(getting('/api/v1/query?query=up'), never), {
    status: 200,
    contentType: 'application/json',
    body: '{}',
  });
  const basic = Buffer.from('ann:s cret').toString('base64');
  assert.deepEqual(seen, ['/metrics/api/v1/query?query=up', `Basic ${basic}`]);
});

test('takes an invalid escape in a password literally', async (t) => {
  const host = await serve(t, ({ headers }, response) => response.end(headers.authorization));
  const { body } = await local(`http://ann:5%zz@${host}`).ask(getting('/'), never);
  assert.equal(body, `Basic ${Buffer.from('ann:5%zz').toString('base64')}`);
});

test('returns a response of any status', async (t) => {
  const host = await serve(t, (_, response) => response.writeHead(302, { Location: '/graph' }).end('Found'));
  const { status, body } = await local(`http://${host}`).ask(getting('/'), never);
  assert.deepEqual([status, body], [302, 'Found']);
});

test('reports an address without a server, and what to check', async () => {
  const host = `127.0.0.1:${await freePort()}`;
  await assert.rejects(local(`http://ann:secret@${host}`).ask(getting('/'), never), {
    name: 'CommandError',
    kind: 'api',
    message: `error: no response from http://${host}: connect ECONNREFUSED ${host}`,
    hint: 'Check that Prometheus runs there, and that --prometheus includes its path.',
  });
});

test('reports truncated and aborted responses', async (t) => {
  const host = await serve(t, (_, response) => {
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('{', () => response.destroy());
  });
  await assert.rejects(local(`http://${host}`).ask(getting('/'), never), {
    message: `error: the response from ${host} to GET / ended early`,
  });
  const silent = await serve(t, () => undefined);
  const given = new AbortController();
  const asked = local(`http://${silent}`).ask(getting('/'), given.signal);
  given.abort();
  await assert.rejects(asked, { name: 'CommandError' });
});

test('refuses an invalid address before any request', () => {
  const rows = ['localhost:9090', 'ftp://localhost', 'prometheus', ''];
  for (const text of rows)
    assert.throws(() => local(text), {
      kind: 'usage',
      message: `error: invalid value "${text}" for --prometheus`,
      hint: 'Use an address such as http://localhost:9090.',
    });
  assert.throws(
    () => local('ftp://ann:secret@host'),
    ({ message }: Error) => !message.includes('secret'),
  );
});
