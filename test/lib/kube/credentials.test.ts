import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { stringify } from 'yaml';
import { type Fetched, fetchedCredentials } from '../../../lib/kube/auth/credentials.ts';
import { connect } from '../../../lib/kube/config/connect.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { execEntry, type Plugin } from '../../support/forms/plugins.ts';
import { json, refuse, startApiServer, temporaryFolder } from './support/api-server.ts';

/** A server that takes what `accepts` says, and a client whose user is `userOf` of a folder of its own. */
async function start(
  t: TestContext,
  userOf: (folder: string) => Promise<object>,
  {
    accepts = () => true,
    interactive = false,
  }: { accepts?: (token: string) => boolean; interactive?: boolean } = {},
) {
  const folder = await temporaryFolder(t);
  const tokens: string[] = [];
  const { url } = await startApiServer(t, (request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    tokens.push(token);
    if (accepts(token)) json(response, {});
    else refuse(response, 401, 'Unauthorized', 'Unauthorized');
  });
  const kubeconfig = join(folder, 'config');
  const config = {
    'current-context': 'a',
    clusters: [{ name: 'a', cluster: { server: url, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'a', user: await userOf(folder) }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
  };
  await writeFile(kubeconfig, stringify(config));
  const host = { env: process.env, interactive, warn: assert.fail };
  const client = createClient(await connect({ kubeconfig }, host), host);
  t.after(() => client.close());
  return {
    folder,
    tokens,
    get: (signal?: AbortSignal) => client.send({ method: 'GET', path: '/api' }, signal),
  };
}

/** A plugin that gives `token-1` when it is run for the first time, then `token-2`, and so on. */
const counting = (folder: string, rest: Omit<Plugin, 'body'> & { status?: string } = {}) =>
  execEntry(folder, {
    ...rest,
    body: `
      const { appendFileSync, readFileSync } = await import('node:fs');
      appendFileSync(${JSON.stringify(join(folder, 'runs'))}, '.');
      const count = readFileSync(${JSON.stringify(join(folder, 'runs'))}).length;
      return { token: 'token-' + count, ${rest.status ?? ''} };`,
  });

test('runs a plugin once for concurrent requests, and not before the first', async (t) => {
  const { folder, tokens, get } = await start(t, async (at) => ({ exec: await counting(at) }));
  assert.equal(existsSync(join(folder, 'runs')), false);
  await Promise.all([get(), get(), get()]);
  await get();
  assert.deepEqual(tokens, ['token-1', 'token-1', 'token-1', 'token-1']);
});

test('fetches a refused token once for all refused requests, and repeats them', async (t) => {
  const accepts = (token: string) => token === 'token-2';
  const { tokens, get } = await start(t, async (at) => ({ exec: await counting(at) }), { accepts });
  await Promise.all([get(), get()]);
  assert.deepEqual(tokens.toSorted(), ['token-1', 'token-1', 'token-2', 'token-2']);
});

test('reports a user who is refused again', async (t) => {
  const { tokens, get } = await start(t, async (at) => ({ exec: await counting(at) }), {
    accepts: () => false,
  });
  await assert.rejects(get(), { message: 'error: You must be logged in to the server (Unauthorized)' });
  assert.deepEqual(tokens, ['token-1', 'token-2']);
});

test('fetches an expired token again', async (t) => {
  const status = 'expirationTimestamp: count === 1 ? "2001-01-01T00:00:00Z" : "2999-01-01T00:00:00Z"';
  const { tokens, get } = await start(t, async (at) => ({ exec: await counting(at, { status }) }));
  await get();
  await get();
  assert.deepEqual(tokens, ['token-2', 'token-2']);
});

test('reads a token file at each request', async (t) => {
  const { folder, tokens, get } = await start(t, async (at) => {
    await writeFile(join(at, 'token'), 'first\n');
    return { tokenFile: 'token' };
  });
  await get();
  await writeFile(join(folder, 'token'), 'second\n');
  await get();
  assert.deepEqual(tokens, ['first', 'second']);
});

const failures: [string, object, string | RegExp][] = [
  [
    'that is not installed',
    { command: 'no-such-plugin', installHint: 'Get it\nthere.' },
    'getting credentials: exec: executable no-such-plugin not found',
  ],
  ['that fails', { command: 'false' }, 'getting credentials: exec: executable false failed with exit code 1'],
  [
    'silent',
    { command: 'true' },
    'getting credentials: exec plugin printed no ExecCredential: its output is not JSON',
  ],
  [
    'that prints another kind',
    { command: 'echo', args: ['{"kind":"Pod"}'] },
    'getting credentials: exec plugin printed no ExecCredential',
  ],
  [
    'that prints another version',
    {
      command: 'echo',
      args: ['{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1"}'],
    },
    'getting credentials: exec plugin is configured to use API version client.authentication.k8s.io/v1, plugin returned version client.authentication.k8s.io/v1beta1',
  ],
  [
    'that prints no credentials',
    {
      command: 'echo',
      args: ['{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{}}'],
    },
    "getting credentials: exec plugin didn't return a token or cert/key pair",
  ],
  [
    'that needs a terminal without one',
    { command: 'true', interactiveMode: 'Always' },
    'getting credentials: exec plugin cannot support interactive mode: standard input is not a terminal',
  ],
  [
    'that cannot be started',
    { command: 'true', args: ['\u0000'] },
    /getting credentials: exec: .*null bytes/,
  ],
];
for (const [name, fields, message] of failures) {
  test(`reports a plugin ${name}`, async (t) => {
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never', ...fields };
    const { get } = await start(t, async () => ({ exec }));
    const expected = typeof message === 'string' ? `Unable to connect to the server: ${message}` : message;
    await assert.rejects(get(), { name: 'CommandError', kind: 'api', message: expected });
  });
}

test('prints the install hint of a plugin that is not installed', async (t) => {
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1beta1',
    command: 'no-such-plugin',
    installHint: 'Get it from example.org.',
  };
  const { get } = await start(t, async () => ({ exec }));
  await assert.rejects(get(), { hint: 'Get it from example.org.' });
});

/** A plugin that is a line of shell. */
const shell = (script: string) => ({
  exec: {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: '/bin/sh',
    args: ['-c', script],
    interactiveMode: 'Never',
  },
});

test('kills a plugin that prints endlessly, and reports it in one line', async (t) => {
  const { get } = await start(t, async () => shell('exec cat /dev/zero'));
  await assert.rejects(get(), {
    message:
      'Unable to connect to the server: getting credentials: exec: executable /bin/sh printed more than 1 MiB',
    hint: 'Run the credential plugin named in the kubeconfig by hand and check its output.',
  });
});

test('an abort does not wait for a plugin that ignores signals', async (t) => {
  const { folder, get } = await start(t, async (at) =>
    shell(`trap '' TERM; echo started > ${at}/started; while :; do sleep 0.1; done`),
  );
  const leaving = new AbortController();
  const answer = get(leaving.signal);
  while (!existsSync(join(folder, 'started'))) await new Promise((resolve) => setImmediate(resolve));
  leaving.abort();
  await assert.rejects(answer, { kind: 'aborted' });
});

test('resolves a plugin path relative to the kubeconfig', async (t) => {
  const { tokens, get } = await start(t, async (folder) => {
    const credential = {
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: { token: 'near' },
    };
    await writeFile(join(folder, 'near'), `#!/bin/sh\necho '${JSON.stringify(credential)}'\n`, {
      mode: 0o755,
    });
    return { exec: { apiVersion: credential.apiVersion, command: './near', interactiveMode: 'Never' } };
  });
  await get();
  assert.deepEqual(tokens, ['near']);
});

test('passes KUBERNETES_EXEC_INFO to a plugin', async (t) => {
  const { folder, get } = await start(t, async (at) => ({
    exec: await execEntry(at, {
      interactiveMode: 'IfAvailable',
      body: `
        (await import('node:fs')).writeFileSync(${JSON.stringify(join(at, 'info'))}, JSON.stringify(info));
        return { token: 't' };`,
    }),
  }));
  await get();
  assert.deepEqual(JSON.parse(await readFile(join(folder, 'info'), 'utf8')), {
    kind: 'ExecCredential',
    apiVersion: 'client.authentication.k8s.io/v1',
    spec: { interactive: false },
  });
});

test('fetches credentials that expire during concurrent requests once', async () => {
  let now = 0;
  let fetches = 0;
  const credentials = fetchedCredentials(
    async (): Promise<Fetched> => {
      fetches += 1;
      return { authorization: `Bearer ${fetches}`, expires: now + 10 };
    },
    () => now,
  );
  await credentials.present();
  now = 20;
  const [left, right] = await Promise.all([credentials.present(), credentials.present()]);
  assert.deepEqual([left.authorization, right.authorization, fetches], ['Bearer 2', 'Bearer 2', 2]);
});

test('a failed fetch rejects the current callers, and a later caller tries again', async () => {
  let failing = true;
  const credentials = fetchedCredentials(
    async () => {
      if (failing) throw new Error('no network');
      return { authorization: 'Bearer 1' };
    },
    () => 0,
  );
  await assert.rejects(credentials.present(), /no network/);
  failing = false;
  assert.deepEqual(await credentials.present(), { authorization: 'Bearer 1' });
});
