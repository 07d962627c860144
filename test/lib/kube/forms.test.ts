import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { spawn } from '@lydell/node-pty';
import { connect } from '../../../lib/kube/config/connect.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import {
  environmentOf,
  type Form,
  forms,
  mayWriteServiceAccount,
  type Prepared,
} from '../../support/kubeconfig-forms.ts';
import { type Seen, startIdentityServer, temporaryFolder } from './support/api-server.ts';
import { readFlags } from './support/flags.ts';

for (const form of forms) {
  const skip =
    form.needs === 'service account path' && !mayWriteServiceAccount && 'writes outside of its folder';
  test(`kubeconfig form: ${form.name}`, { skip }, async (t) => {
    const { prepared, folder } = await prepare(t, form);
    const seen = form.needs === 'terminal' ? askOnTerminal(prepared, folder) : request(prepared, folder);
    const { user } = await seen;
    assert.match(user, /^(admin|form-admin)$/);
    prepared.check?.();
  });
}

const shown = (name: string): Form => {
  const form = forms.find((candidate) => candidate.name === name);
  assert(form, name);
  return form;
};

test('sends --as, --as-uid, --as-group and --as-user-extra as headers', async (t) => {
  const { prepared, folder } = await prepare(t, shown('impersonation by flags'));
  assert.deepEqual((await request(prepared, folder)).impersonate, {
    'impersonate-user': 'jane',
    'impersonate-uid': 'u-1',
    'impersonate-group': 'system:masters, repairers',
    'impersonate-extra-reason': 'repair',
    'impersonate-extra-example.org%2fticket': '4711',
  });
});

test('sends the impersonation of the kubeconfig as headers', async (t) => {
  const { prepared, folder } = await prepare(t, shown('impersonation in the kubeconfig'));
  assert.deepEqual((await request(prepared, folder)).impersonate, {
    'impersonate-user': 'jane',
    'impersonate-uid': 'u-1',
    'impersonate-group': 'system:masters',
    'impersonate-extra-reason': 'repair, test',
  });
});

test('requests compression unless a flag disables it', async (t) => {
  const plain = await prepare(t, shown('bearer token'));
  assert.equal((await request(plain.prepared, plain.folder)).acceptEncoding, 'gzip');
  const without = await prepare(t, shown('a time limit, no compression, a cache folder and a namespace'));
  assert.equal((await request(without.prepared, without.folder)).acceptEncoding, undefined);
});

async function prepare(t: TestContext, form: Form): Promise<{ prepared: Prepared; folder: string }> {
  const server = await startIdentityServer(t);
  const folder = await temporaryFolder(t);
  const prepared = await form.prepare(server, folder);
  t.after(() => prepared.stop?.());
  return { prepared, folder };
}

async function request(prepared: Prepared, folder: string): Promise<Seen> {
  const warn = (text: string) => assert.fail(text);
  const env = environmentOf(prepared, folder);
  const connection = await connect(readFlags(prepared.args), { env, interactive: false, warn });
  const client = createClient(connection, { warn });
  const seen = await client.send<Seen>({ method: 'GET', path: '/whoami' });
  client.close();
  return seen;
}

/** Runs the request as a program of its own on a terminal, and types the answer once the plugin asks. */
async function askOnTerminal({ args, env = {}, answer }: Prepared, folder: string): Promise<Seen> {
  assert(answer);
  const program = join(import.meta.dirname, 'support', 'request.ts');
  const terminal = spawn(process.execPath, [program, ...args], {
    env: environmentOf({ args, env }, folder),
    cols: 400,
  });
  let output = '';
  let typed = false;
  terminal.onData((data) => {
    output += data;
    if (!typed && output.includes(answer.prompt)) terminal.write(answer.text);
    typed ||= output.includes(answer.prompt);
  });
  const { exitCode } = await new Promise<{ exitCode: number }>((resolve) => terminal.onExit(resolve));
  assert.equal(exitCode, 0, output);
  return JSON.parse(/answer (\{.*\})/.exec(output)?.[1] ?? 'null');
}
