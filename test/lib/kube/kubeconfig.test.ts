import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { connect } from '../../../lib/kube/config/connect.ts';
import type { Connection, ConnectionFlags } from '../../../lib/kube/config/connection.ts';
import { kubeconfigFiles } from '../../../lib/kube/config/kubeconfig.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { temporaryFolder } from './support/api-server.ts';

const base = {
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'a',
  clusters: [{ name: 'a', cluster: { server: 'https://10.0.0.1:6443' } }],
  users: [{ name: 'a', user: { token: 'secret-token' } }],
  contexts: [{ name: 'a', context: { cluster: 'a', user: 'a', namespace: 'metal3' } }],
};

const withCluster = (cluster: object) => ({ ...base, clusters: [{ name: 'a', cluster }] });
const withUser = (user: object) => ({ ...base, users: [{ name: 'a', user }] });

/** Connects with one kubeconfig: an object, or the text of a file. */
async function load(
  t: TestContext,
  config: object | string,
  flags: ConnectionFlags = {},
): Promise<Connection> {
  const folder = await temporaryFolder(t);
  const kubeconfig = join(folder, 'config');
  await writeFile(kubeconfig, typeof config === 'string' ? config : stringify(config));
  return connect({ kubeconfig, ...flags }, { env: {}, interactive: false, warn: assert.fail });
}

const refused = (message: string | RegExp) => ({ name: 'CommandError', kind: 'usage', message });

test('reads names and server of the current context', async (t) => {
  const { context, server, namespace, user } = await load(t, base);
  assert.deepEqual(
    { context, server, namespace, user },
    {
      context: 'a',
      server: 'https://10.0.0.1:6443',
      namespace: 'metal3',
      user: 'a',
    },
  );
});

test('uses the namespace flag, or the default namespace', async (t) => {
  assert.equal((await load(t, base, { namespace: 'other' })).namespace, 'other');
  const without = { ...base, contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }] };
  assert.equal((await load(t, without)).namespace, 'default');
});

const servers: [string, ConnectionFlags, string][] = [
  ['a host and port are http', { server: '127.0.0.1:8080' }, 'http://127.0.0.1:8080'],
  [
    'a host and port are https when TLS is configured',
    { server: 'h:1', insecureSkipTlsVerify: true },
    'https://h:1',
  ],
  ['keeps a path and drops trailing slashes', { server: 'https://h/k8s/c-1//' }, 'https://h/k8s/c-1'],
  ['credentials are not part of the address', { server: 'https://user:pw@h:6443' }, 'https://h:6443'],
  ['IPv6', { server: 'https://[::1]:6443' }, 'https://[::1]:6443'],
];
for (const [name, flags, expected] of servers) {
  test(`server address: ${name}`, async (t) => assert.equal((await load(t, base, flags)).server, expected));
}

test('uses the default address without a kubeconfig, with an empty one or only a comment', async (t) => {
  for (const text of ['', '# nothing yet\n', '{}', 'apiVersion: v1\nkind: Config\nclusters: null\n']) {
    assert.equal((await load(t, text)).server, 'http://localhost:8080');
  }
});

test('reads the null device as an empty kubeconfig, as kubectl does', async () => {
  for (const [kubeconfig, env] of [
    [devNull, {}],
    [undefined, { KUBECONFIG: devNull }],
  ] as const) {
    const flags = { ...(kubeconfig && { kubeconfig }), server: 'https://k8s.example' };
    const { server } = await connect(flags, { env, interactive: false, warn: assert.fail });
    assert.equal(server, 'https://k8s.example');
  }
});

const broken: [string, object | string, ConnectionFlags, string | RegExp][] = [
  ['an unknown context', base, { context: 'x' }, 'error: context "x" does not exist'],
  [
    'a current context that does not exist',
    { ...base, 'current-context': 'x' },
    {},
    'error: context "x" does not exist',
  ],
  ['an unknown cluster', base, { cluster: 'x' }, 'error: no server found for cluster "x"'],
  ['an unknown user', base, { user: 'x' }, 'error: auth info "x" does not exist'],
  ['invalid YAML', '{a: [', {}, /^error: error loading config file ".*config": /],
  ['plain text', 'hello', {}, /the root: expected a mapping, not other text$/],
  ['another kind', { ...base, kind: 'Pod' }, {}, /expected kind Config of version v1, not Pod of v1$/],
  [
    'a number as token',
    withUser({ token: 123 }),
    {},
    /users\[0\]\.user\.token: expected a string, not a number$/,
  ],
  [
    'clusters that are not a list',
    { ...base, clusters: 'x' },
    {},
    /clusters: expected a list, not other text$/,
  ],
  ['duplicate names', { ...base, users: [...base.users, ...base.users] }, {}, /users: duplicate name "a"$/],
  [
    'invalid base64',
    withUser({ 'client-key-data': '!!' }),
    {},
    /client-key-data: expected base64 data, not other text$/,
  ],
  [
    'an invalid server address',
    withCluster({ server: 'https://' }),
    {},
    'error: host must be a URL or a host:port pair: "https://"',
  ],
  [
    'another scheme',
    withCluster({ server: 'ftp://h' }),
    {},
    'error: host must be a URL or a host:port pair: "ftp://h"',
  ],
  [
    'an invalid CA',
    withCluster({ server: 'https://h', 'certificate-authority-data': 'AAAA' }),
    {},
    'error: unable to load root certificates: unable to parse bytes as PEM block',
  ],
  [
    'a missing CA file',
    base,
    { certificateAuthority: '/none' },
    'error: unable to read certificate-authority /none for a due to open /none: no such file or directory',
  ],
  [
    'a certificate without its key',
    withUser({ 'client-certificate-data': 'YQ==' }),
    {},
    'error: client-key-data or client-key must be specified for a to use the clientCert authentication method.',
  ],
  [
    'two authentication methods',
    withUser({ token: 't', username: 'u' }),
    {},
    'error: more than one authentication method found for a; found [token basicAuth], only one is allowed',
  ],
  [
    'an unknown auth provider',
    withUser({ 'auth-provider': { name: 'foo' } }),
    {},
    'error: no Auth Provider found for name "foo"',
  ],
  [
    'the removed auth provider azure',
    withUser({ 'auth-provider': { name: 'azure', config: { 'access-token': 't' } } }),
    {},
    'error: the azure auth provider has been removed; use the credential plugin kubelogin instead',
  ],
  [
    'the removed auth provider gcp',
    withUser({ 'auth-provider': { name: 'gcp' } }),
    {},
    'error: the gcp auth provider has been removed; use the credential plugin gke-gcloud-auth-plugin instead',
  ],
  [
    'a plugin of an unknown version',
    withUser({ exec: { command: 'x', apiVersion: 'client.authentication.k8s.io/v9' } }),
    {},
    'error: exec plugin: invalid apiVersion "client.authentication.k8s.io/v9"',
  ],
  [
    'a plugin without interactiveMode',
    withUser({ exec: { command: 'x', apiVersion: 'client.authentication.k8s.io/v1' } }),
    {},
    'error: interactiveMode must be specified for a to use exec authentication plugin',
  ],
  [
    'a proxy of another scheme',
    withCluster({ server: 'https://h', 'proxy-url': 'ftp://p' }),
    {},
    'error: invalid proxy-url: unsupported scheme "ftp", must be http, https, or socks5',
  ],
  [
    'groups without a user',
    base,
    { asGroup: ['g'] },
    'error: requesting uid, groups or user-extra for a without impersonating a user',
  ],
  [
    '--as-user-extra without a key and value',
    base,
    { as: 'u', asUserExtra: ['x'] },
    'error: invalid --as-user-extra "x": expected key=value',
  ],
  [
    'a user that is not valid in a header',
    base,
    { as: 'a\nb' },
    'error: "a\\x0ab" cannot be sent in an impersonation header',
  ],
  ['an invalid time limit', base, { requestTimeout: 'abc' }, /^error: Invalid timeout value "abc"/],
];
for (const [name, config, flags, message] of broken) {
  test(`refuses ${name}`, (t) => assert.rejects(load(t, config, flags), refused(message)));
}

test('refuses a CA together with insecure-skip-tls-verify, in a file and as flags', async (t) => {
  const pem = Buffer.from('-----BEGIN CERTIFICATE-----').toString('base64');
  const cluster = {
    server: 'https://h',
    'certificate-authority-data': pem,
    'insecure-skip-tls-verify': true,
  };
  await assert.rejects(load(t, withCluster(cluster)), refused(/with the insecure flag is not allowed$/));
  const { tls } = await load(t, withCluster({ ...cluster, 'insecure-skip-tls-verify': false }), {
    insecureSkipTlsVerify: true,
  });
  assert.deepEqual(tls, { rejectUnauthorized: false });
});

test('--server drops the TLS name of the kubeconfig', async (t) => {
  const config = withCluster({ server: 'https://h', 'tls-server-name': 'inner' });
  assert.equal((await load(t, config)).tls.servername, 'inner');
  assert.equal((await load(t, config, { server: 'https://other' })).tls.servername, undefined);
  assert.equal((await load(t, config, { tlsServerName: 'mine' })).tls.servername, 'mine');
});

test('--kubeconfig must exist, KUBECONFIG may name missing files, and a folder is refused', async (t) => {
  const folder = await temporaryFolder(t);
  const warnings: string[] = [];
  const host = (env: Record<string, string>) => ({
    env,
    interactive: false,
    warn: (text: string) => warnings.push(text),
  });
  const missing = join(folder, 'missing');
  await assert.rejects(
    connect({ kubeconfig: missing }, host({})),
    refused(`error: stat ${missing}: no such file or directory`),
  );
  await assert.rejects(
    connect({ kubeconfig: folder }, host({})),
    refused(`error: error loading config file "${folder}": is a directory`),
  );
  assert.equal((await connect({}, host({ KUBECONFIG: missing }))).server, 'http://localhost:8080');
  assert.deepEqual(warnings, [`KUBECONFIG names no existing file: ${missing}`]);
  await mkdir(join(folder, '.kube'));
  assert.equal((await connect({}, host({ HOME: folder }))).server, 'http://localhost:8080');
});

test('refuses a file without read permission', {
  skip: process.getuid?.() === 0 && 'root reads every file',
}, async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'config');
  await writeFile(file, '{}');
  await chmod(file, 0);
  await assert.rejects(
    connect({ kubeconfig: file }, { env: {}, interactive: false, warn: assert.fail }),
    refused(/permission denied$/),
  );
});

test('prints no secret in messages about its file', async (t) => {
  const config = stringify({ ...base, clusters: 7 });
  await assert.rejects(load(t, config), (error: Error) => !`${error.message}`.includes('secret-token'));
});

const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.constantFrom(null, true, 0, -1, 1e99, '', 'a', 'https://h', '\u0000', '__proto__'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom('name', 'cluster', 'user', 'context', 'server', 'exec', 'token', '__proto__'),
      tie('value'),
    ),
  ),
})).value;

const replaced = fc
  .tuple(
    fc.constantFrom<(value: unknown) => object>(
      (value) => ({ ...base, clusters: value }),
      (value) => ({ ...base, users: value }),
      (value) => ({ ...base, contexts: value }),
      (value) => ({ ...base, 'current-context': value }),
      (value) => withCluster({ server: value }),
      (value) => withCluster({ server: 'https://h', extensions: value, 'proxy-url': value }),
      (value) => withUser({ exec: value }),
      (value) => withUser({ 'auth-provider': value }),
      (value) => withUser({ as: 'a', 'as-groups': value, 'as-user-extra': value }),
    ),
    anything,
  )
  .map(([put, value]) => JSON.stringify(put(value)));

test('any kubeconfig yields a connection or an error that says what is wrong', async (t) => {
  const folder = await temporaryFolder(t);
  const kubeconfig = join(folder, 'config');
  const texts = fc.oneof(
    replaced,
    anything.map((value) => JSON.stringify(value) ?? ''),
    fc.string({ unit: 'binary' }),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      await writeFile(kubeconfig, text);
      const connecting = connect({ kubeconfig }, { env: {}, interactive: false, warn: () => undefined });
      const error = await connecting.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error === undefined) return;
      assert(error instanceof CommandError, String((error as Error).stack));
      assert(error.hint);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that none gets through is what is tested
      assert.doesNotMatch(error.message, /[\u0000-\u001f\u007f-\u009f]/);
    }),
    { numRuns: 400 },
  );
});

const there =
  (...files: string[]) =>
  (path: string) =>
    files.includes(path);

test('splits KUBECONFIG like PATH, and reads each file once', () => {
  const exists = there();
  assert.deepEqual(kubeconfigFiles({ platform: 'linux', env: { KUBECONFIG: '/a:/b::/a' }, exists }), [
    '/a',
    '/b',
  ]);
  assert.deepEqual(kubeconfigFiles({ platform: 'win32', env: { KUBECONFIG: 'C:\\a;D:\\b;' }, exists }), [
    'C:\\a',
    'D:\\b',
  ]);
});

test('reads ~/.kube/config if it exists and KUBECONFIG is not set', () => {
  const env = { HOME: '/home/jane', USERPROFILE: 'C:\\Users\\jane' };
  assert.deepEqual(kubeconfigFiles({ platform: 'linux', env, exists: there('/home/jane/.kube/config') }), [
    '/home/jane/.kube/config',
  ]);
  assert.deepEqual(
    kubeconfigFiles({ platform: 'linux', env, exists: there('C:\\Users\\jane\\.kube\\config') }),
    [],
  );
  assert.deepEqual(kubeconfigFiles({ platform: 'linux', env: {}, exists: () => true }), []);
});

test('uses the first of three home folders on Windows that has the file', () => {
  const env = { HOME: 'C:\\git', HOMEDRIVE: 'H:', HOMEPATH: '\\jane', USERPROFILE: 'C:\\Users\\jane' };
  const files = ['C:\\git\\.kube\\config', 'H:\\jane\\.kube\\config', 'C:\\Users\\jane\\.kube\\config'];
  for (const first of files.keys()) {
    const exists = there(...files.slice(first));
    assert.deepEqual(kubeconfigFiles({ platform: 'win32', env, exists }), files.slice(first, first + 1));
  }
});
