import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Playground, startPlayground } from '../../playground/server.ts';
import { type Change, send } from './change.ts';
import { startController } from './controller.ts';

/** What the server answers to the next writes, one after the other, and then `200`; what it was asked for. */
let answers: (number | 'reset')[] = [];
let message = '';
let asked: string[] = [];
let server: Playground;

before(async () => {
  server = await startPlayground({
    intercept({ method = '', url = '', socket }, response) {
      if (!url.startsWith('/test/')) return false;
      asked.push(`${method} ${url}`);
      const answer = answers.shift() ?? 200;
      if (answer === 'reset') socket.destroy();
      else
        response.writeHead(answer, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
      return true;
    },
  });
});

after(() => server.stop());

const object = { metadata: { name: 'one', uid: 'u', resourceVersion: '1' } };
const change: Change = { method: 'PATCH', path: '/test/one', body: {}, of: object };
const WRITE = 'PATCH /test/one?fieldManager=tester';

function expect(next: typeof answers, text = ''): void {
  answers = next;
  message = text;
  asked = [];
}

for (const [answer, result] of [
  [200, 'granted'],
  [201, 'granted'],
  [404, 'granted'],
  [409, 'lost'],
  [429, 'lost'],
  [503, 'lost'],
  ['reset', 'lost'],
] as const) {
  test(`a change that meets ${answer} is ${result}`, async () => {
    expect([answer]);
    assert.equal(await send(server.admin, change, 'tester'), result);
    assert.deepEqual(asked, [WRITE]);
  });
}

test('a change in a namespace that is being deleted is lost', async () => {
  expect([403], 'unable to create in namespace ns because it is being terminated');
  assert.equal(await send(server.admin, change, 'tester'), 'lost');
});

test('a refusal is a defect, and says of what', async () => {
  expect([422], 'why');
  const refused = { message: 'PATCH /test/one: HTTP 422: {"message":"why"}' };
  await assert.rejects(send(server.admin, change, 'tester'), refused);
});

test('a change is sent only where the server confirms what it is decided on', async () => {
  const confirm = {
    path: '/test/other',
    by: ({ status }: { status: number }) => status === 404,
  };
  expect([200]);
  assert.equal(await send(server.admin, { ...change, confirm }, 'tester'), 'lost');
  assert.deepEqual(asked, ['GET /test/other']);
  expect([404]);
  assert.equal(await send(server.admin, { ...change, confirm }, 'tester'), 'granted');
  assert.deepEqual(asked, ['GET /test/other', WRITE]);
});

/** Runs a controller until it has decided that many times, each time on what `wanted` gives for it, from 1 on. */
async function decideTimes(times: number, wanted: (time: number) => Change[]): Promise<void> {
  let time = 0;
  let wake = () => {};
  const decided = Promise.withResolvers<void>();
  const decide = () => {
    time += 1;
    if (time === times) decided.resolve();
    // It is woken while it is at work, not within its decision.
    queueMicrotask(() => wake());
    return wanted(time);
  };
  const controller = await startController(server.admin, { manager: 'tester', kinds: ['pods'], decide });
  wake = controller.wake;
  wake();
  await decided.promise;
  await controller.stop();
}

test('what was granted is not sent again while it is still due', async () => {
  expect([]);
  await decideTimes(4, () => [change]);
  assert.deepEqual(asked, [WRITE]);
});

test('what is due again later is sent again', async () => {
  expect([]);
  await decideTimes(4, (time) => (time === 2 ? [] : [change]));
  assert.deepEqual(asked, [WRITE, WRITE]);
});

test('what is due for a later version is sent again', async () => {
  expect([]);
  const later = { ...change, of: { metadata: { ...object.metadata, resourceVersion: '2' } } };
  await decideTimes(4, (time) => [time === 1 ? change : later]);
  assert.deepEqual(asked, [WRITE, WRITE]);
});

test('decides again on a lost change, even without a new event', async () => {
  expect([409, 'reset']);
  const sent = Promise.withResolvers<void>();
  const decide = () => {
    if (asked.length === 2) sent.resolve();
    return [change];
  };
  const controller = await startController(server.admin, { manager: 'tester', kinds: ['pods'], decide });
  await sent.promise;
  await controller.stop();
  assert.deepEqual(asked, [WRITE, WRITE, WRITE]);
});

test('a controller that may not see what there is does not start', async () => {
  const started = startController(server.weak, { manager: 'tester', kinds: ['pods'], decide: () => [] });
  await assert.rejects(started, { message: /^GET \/api\/v1\/pods: HTTP 403/ });
});
