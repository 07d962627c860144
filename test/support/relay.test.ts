import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlayground } from '../playground/server.ts';
import { call } from './http.ts';
import { type Interference, type RelayOptions, startRelay } from './relay.ts';
import type { TestServer } from './server.ts';

const PATH = '/api/v1/namespaces/default/configmaps';
const body = { metadata: { name: 'passed' }, data: { text: 'long enough to be cut in two' } };

let server: TestServer;
before(async () => {
  server = await startPlayground();
});
after(() => server?.stop());

/** Sends a POST through a relay; gives the answer, and whether the server has done it. */
async function post(options: RelayOptions, signal?: AbortSignal) {
  const relay = await startRelay(server.admin, options);
  try {
    const endpoint = relay.endpoint(server.admin);
    const answer = await call(endpoint, {
      method: 'POST',
      path: PATH,
      body,
      ...(signal && { signal }),
    }).catch((error: Error) => error);
    assert.deepEqual(
      relay.passed.map(({ number, method, path }) => ({ number, method, path })),
      [{ number: 1, method: 'POST', path: PATH }],
    );
    const { status } = await call(server.admin, { method: 'DELETE', path: `${PATH}/passed` });
    return { answer, isDone: status === 200 };
  } finally {
    await relay.stop();
  }
}

const failed = ({ answer }: { answer: unknown }): boolean => answer instanceof Error;

test('forwards undisturbed requests', async () => {
  const { answer, isDone } = await post({ before: () => undefined, after: () => undefined });
  assert.equal('status' in answer && answer.status, 201);
  assert.ok(isDone);
});

const OWN: Interference = { status: 503, headers: { 'retry-after': '1' }, body: { kind: 'Status' } };

for (const [moment, isDone] of [
  ['before', false],
  ['after', true],
] as const) {
  test(`${moment} the server: sends a response of its own`, async () => {
    const found = await post({ [moment]: () => OWN });
    assert.ok('status' in found.answer);
    const { status, headers, json } = found.answer;
    assert.deepEqual([status, headers['retry-after'], json], [503, '1', { kind: 'Status' }]);
    assert.equal(found.isDone, isDone);
  });

  test(`${moment} the server: resets the connection`, async () => {
    const found = await post({ [moment]: () => 'reset' });
    assert.ok(failed(found));
    assert.equal(found.isDone, isDone);
  });

  test(`${moment} the server: stays silent until the client gives up`, async () => {
    const enough = new AbortController();
    const silent = () => {
      // The request is there: nothing more comes of it.
      setImmediate(() => enough.abort());
      return 'silence' as const;
    };
    const found = await post({ [moment]: silent }, enough.signal);
    assert.ok(failed(found));
    assert.equal(found.isDone, isDone);
  });
}

test('cuts a response within its body', async () => {
  const found = await post({ after: () => 'truncate' });
  assert.ok(failed(found));
  assert.ok(found.isDone);
});
