import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { stringify } from 'yaml';
import { fetchIdToken, saveTokens } from '../../../lib/kube/auth/oidc.ts';
import { agentFor } from '../../../lib/kube/http/agent.ts';
import { createAuthority } from '../../support/certificates.ts';
import { startIssuer, unsignedToken } from '../../support/forms/issuer.ts';
import { startSocksProxy } from '../../support/proxies.ts';
import { temporaryFolder } from './support/api-server.ts';

const NOW = 1_000_000;
const host = { env: {}, now: () => NOW, warn: assert.fail, user: 'me', file: undefined };

async function start(t: TestContext): Promise<Record<string, string>> {
  const authority = await createAuthority();
  const issuer = await startIssuer(await authority.serverCertificate());
  t.after(() => issuer.stop());
  return {
    'idp-issuer-url': issuer.url,
    'idp-certificate-authority-data': Buffer.from(authority.ca).toString('base64'),
    'client-id': 'kubernetes',
    'refresh-token': 'refresh-0',
  };
}

test('uses a valid ID token until it expires', async () => {
  const token = unsignedToken({ exp: NOW / 1000 + 5 });
  const expected = { authorization: `Bearer ${token}`, expires: NOW + 5000 };
  assert.deepEqual(await fetchIdToken({ 'id-token': token }, host), expected);
});

test('renews twice with the refresh token of the first renewal', async (t) => {
  const config = await start(t);
  const first = await fetchIdToken(config, host);
  assert.equal(config['refresh-token'], 'refresh-1');
  const second = await fetchIdToken({ ...config, 'id-token': 'no token' }, host);
  assert.notEqual(second.authorization, first.authorization);
});

test('keeps connections through a SOCKS proxy, each with its own authority, name and certificate', async (t) => {
  const [authority, other] = await Promise.all([createAuthority(), createAuthority()]);
  const users: unknown[] = [];
  const keys = { ...(await authority.serverCertificate()), ca: authority.ca };
  const server = createServer(
    { ...keys, requestCert: true, rejectUnauthorized: false },
    ({ socket }, response) => {
      users.push((socket as TLSSocket).getPeerCertificate().subject?.CN);
      response.end();
    },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const proxy = await startSocksProxy();
  t.after(() => Promise.all([server.close(), proxy.stop()]));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agentWith = (tls: object, presented = {}) =>
    agentFor(
      { server: url, proxy: `socks5://127.0.0.1:${proxy.port}`, tls: { rejectUnauthorized: true, ...tls } },
      presented,
    );
  const answer = async (agent: Agent): Promise<number | undefined> => {
    const [response] = await once(get(url, { agent }), 'response');
    await once(response.resume(), 'end');
    return response.statusCode;
  };

  const trusting = await agentWith({ ca: authority.ca }, await authority.clientCertificate('jane'));
  const strangers = await agentWith({ ca: other.ca });
  const misnamed = await agentWith({ ca: authority.ca, servername: 'elsewhere' });
  const careless = await agentWith({ ca: other.ca, rejectUnauthorized: false });
  t.after(() => trusting.destroy());
  assert.deepEqual([await answer(trusting), await answer(trusting)], [200, 200]);
  assert.equal(proxy.asked.length, 1);
  assert.deepEqual(users, ['jane', 'jane']);
  await assert.rejects(answer(strangers), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  await assert.rejects(answer(misnamed), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  assert.equal(await answer(careless), 200);
  careless.destroy();
});

test('says why a token cannot be renewed', async (t) => {
  const config = await start(t);
  const message = (why: string | RegExp) => ({ name: 'CommandError', kind: 'api', message: why });
  const opening = 'Unable to connect to the server: getting credentials: ';
  await assert.rejects(
    fetchIdToken({ ...config, 'refresh-token': '' }, host),
    message(`${opening}No valid id-token, and cannot refresh without refresh-token`),
  );
  await assert.rejects(
    fetchIdToken({ ...config, 'refresh-token': 'used up' }, host),
    message(`${opening}${config['idp-issuer-url']} refused to renew the token: invalid_grant`),
  );
  await assert.rejects(
    fetchIdToken({ ...config, 'idp-issuer-url': 'https://127.0.0.1:1' }, host),
    message(
      /getting credentials: https:\/\/127\.0\.0\.1:1: The connection to the server 127\.0\.0\.1:1 was refused/,
    ),
  );
  await assert.rejects(
    fetchIdToken({ ...config, 'idp-issuer-url': 'x' }, host),
    message(/no idp-issuer-url/),
  );
});

test('saves renewed tokens and keeps the rest of the file, including comments', async (t) => {
  const file = join(await temporaryFolder(t), 'config');
  const user = { name: 'me', user: { 'auth-provider': { name: 'oidc', config: { 'id-token': 'old' } } } };
  await writeFile(file, `# mine\n${stringify({ kind: 'Config', users: [{ name: 'you' }, user] })}`);
  await chmod(file, 0o600);
  await saveTokens({ file, user: 'me', changes: { 'id-token': 'new' } }, assert.fail);
  const saved = await readFile(file, 'utf8');
  assert.match(saved, /^# mine\nkind: Config\n/);
  assert.match(saved, /id-token: new/);
});

test('warns and leaves the file alone when it is locked or the user is gone', async (t) => {
  const file = join(await temporaryFolder(t), 'config');
  await writeFile(file, 'users: []\n');
  const warnings: string[] = [];
  const save = () =>
    saveTokens({ file, user: 'me', changes: { 'id-token': 'new' } }, (text) => warnings.push(text));
  await save();
  await writeFile(`${file}.lock`, '');
  await save();
  assert.equal(await readFile(file, 'utf8'), 'users: []\n');
  assert.match(
    warnings[0] ?? '',
    /^the renewed login of me could not be saved to .*config: user me is no longer in it$/,
  );
  assert.match(warnings[1] ?? '', /EEXIST/);
  assert.equal(warnings.length, 2);
  assert.equal(await readFile(`${file}.lock`, 'utf8'), '');
});
