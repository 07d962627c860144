import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { readSilences, SILENCES } from '../../../lib/alerts/answers.ts';
import { ask } from '../../alerts/ask.ts';
import { startManagers } from '../../alerts/manager.ts';
import { listen } from '../../support/listen.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';

const CONFIG = 'route: { receiver: x }\nreceivers: [{ name: x }]\n';

type Answer = (request: IncomingMessage, response: ServerResponse, pass: () => Promise<string>) => unknown;

/** An Alertmanager behind an address at which changes are answered otherwise: `pass` has it do them. */
async function behind(
  t: TestContext,
  answer: Answer,
  { credentials = '', interrupted }: { credentials?: string; interrupted?: AbortSignal } = {},
): Promise<{ run(...words: string[]): Promise<Ran>; count(): Promise<number> }> {
  const managers = await startManagers('stand-in', { config: CONFIG });
  const [port = 0] = managers.ports;
  const front = await listen(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request;
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const pass = async (): Promise<string> => {
      const given = { path, method: method as 'GET' | 'POST' | 'DELETE', ...(body !== '' && { body }) };
      const { status, type, text } = await ask(port, given);
      response.writeHead(status, { 'content-type': type });
      return text;
    };
    if (method === 'GET') response.end(await pass());
    else await answer(request, response, pass);
  });
  t.after(async () => {
    await front.stop();
    await managers.stop();
  });
  let elapsed = 0;
  const waits = {
    elapsed: () => elapsed,
    after: async (milliseconds: number) => {
      elapsed += milliseconds;
    },
  };
  return {
    run: (...words) =>
      runCommand(
        program,
        ['alert', 'silence', ...words, '--alerts-url', `http://${credentials}127.0.0.1:${front.port}`],
        {
          now: new Date(),
          waits,
          ...(interrupted && { interrupted }),
        },
      ),
    count: async () => readSilences((await ask(port, { path: SILENCES })).text).length,
  };
}

const CREATE = ['create', 'a=b', '--comment', 'x', '-y'];

test('a silence whose answer is lost is found, and not created again', async (t) => {
  const { run, count } = await behind(t, async (_request, response, pass) => {
    await pass();
    response.destroy();
  });
  const { code, stdout, stderr } = await run(...CREATE);
  assert.equal(code, 0);
  assert.match(stdout, /^silence\/[0-9a-f-]{36} created: it ends in 1h\n$/);
  assert.match(
    stderr,
    /\nTo end it earlier: kubectl monitoring alert silence expire \S+ --alerts-url http:\S+\n$/,
  );
  assert.equal(await count(), 1);
});

test('a silence whose answer is lost while the user interrupts is found and named', async (t) => {
  const interruption = new AbortController();
  const { run, count } = await behind(
    t,
    async (_request, response, pass) => {
      await pass();
      interruption.abort(new Error('interrupted'));
      response.destroy();
    },
    { interrupted: interruption.signal },
  );
  const { code, stdout, stderr } = await run(...CREATE);
  // There is no other replica that might not have it.
  assert.equal(code, 0);
  assert.match(stdout, /^silence\/[0-9a-f-]{36} created: it ends in 1h\n$/);
  assert.match(stderr, /\nTo end it earlier: kubectl monitoring alert silence expire \S+ /);
  assert.equal(await count(), 1);
});

for (const [what, answer, reason] of [
  ['dies', (_request, response) => response.destroy(), /no response from http:/],
  [
    'refuses it',
    (_request, response) => response.writeHead(400).end('"no\\u001b[2J\\nway"'),
    /: no\\x1b\[2J\\x0away\n/,
  ],
  [
    'answers otherwise',
    (_request, response) => response.end('<html>'),
    /: its answer has no id of a silence\n/,
  ],
  [
    'gives a false id',
    (_request, response) => response.end('{"silenceID":"\\u001b[2J"}'),
    /: its answer has no id of a silence\n/,
  ],
] as const satisfies readonly (readonly [string, Answer, RegExp])[])
  test(`an Alertmanager that ${what} when a silence is created: none is said to be`, async (t) => {
    const { run, count } = await behind(t, answer);
    const { code, stdout, stderr } = await run(...CREATE);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /\nerror: no Alertmanager takes the silence\n {2}http:/);
    assert.match(stderr, reason);
    assert.equal(await count(), 0);
  });

test('an Alertmanager that does not expire a silence is named, with its reason', async (t) => {
  const { run } = await behind(t, async ({ method }, response, pass) =>
    method === 'DELETE' ? response.writeHead(500).end('"out of order"') : response.end(await pass()),
  );
  const { stdout: name } = await run(...CREATE, '-o', 'name');
  const { code, stdout, stderr } = await run('expire', name.trim());
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^error: silence \S+ is not expired on every replica: http:\S+: out of order\nNext: kubectl monitoring alert silence list --alerts-url http:/,
  );
});

test('an address with credentials is printed without them', async (t) => {
  const { run } = await behind(t, async (_request, response, pass) => response.end(await pass()), {
    credentials: 'ann:secret@',
  });
  const { code, stderr } = await run(...CREATE);
  assert.equal(code, 0);
  assert.doesNotMatch(stderr, /secret/);
});
