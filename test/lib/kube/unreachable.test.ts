import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { connect } from '../../../lib/kube/config/connect.ts';
import type { ConnectionFlags } from '../../../lib/kube/config/connection.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { createAuthority } from '../../support/certificates.ts';
import { connectTo, json, startApiServer, temporaryFolder } from './support/api-server.ts';

async function refusalOf(flags: ConnectionFlags): Promise<CommandError> {
  const client = createClient(await connectTo(flags), { warn: assert.fail });
  const error = await client.send({ method: 'GET', path: '/api' }).catch((reason: unknown) => reason);
  assert(error instanceof CommandError, String(error));
  assert(error.hint);
  return error;
}

const start = (t: TestContext, plain = false) =>
  startApiServer(t, (_, response) => json(response, {}), { plain });

test('reports a refused connection', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  const { message } = await refusalOf({ server: `https://127.0.0.1:${port}` });
  const expected = `The connection to the server 127.0.0.1:${port} was refused - did you specify the right host or port?`;
  assert.equal(message, expected);
});

test('reports a host name that does not exist', async () => {
  const { message } = await refusalOf({ server: 'https://kubernetes.invalid:6443' });
  assert.match(message, /^Unable to connect to the server: dial tcp: lookup kubernetes\.invalid: /);
});

test('blames the address of a proxy that is not a URL', async () => {
  const client = createClient(
    await connect(
      { server: 'https://k8s.example' },
      { env: { HTTPS_PROXY: 'http://u:hidden@[bad' }, interactive: false, warn: assert.fail },
    ),
    { warn: assert.fail },
  );
  await assert.rejects(client.send({ method: 'GET', path: '/api' }), {
    message: 'Unable to connect to the server: the address of its proxy is not a URL',
    hint: /^Check proxy-url /,
  });
});

test('reports a certificate from an untrusted authority', async (t) => {
  const { flags } = await start(t);
  const { message } = await refusalOf({ ...flags, insecureSkipTlsVerify: false });
  assert.equal(
    message,
    'Unable to connect to the server: tls: failed to verify certificate: x509: certificate signed by unknown authority',
  );
});

test('reports a certificate for another name', async (t) => {
  const { url, authority } = await start(t);
  const folder = await temporaryFolder(t);
  await writeFile(`${folder}/ca.crt`, authority.ca);
  const { message } = await refusalOf({
    server: url,
    certificateAuthority: `${folder}/ca.crt`,
    tlsServerName: 'other.example',
  });
  assert.match(message, /^Unable to connect to the server: tls: failed to verify certificate: x509: /);
});

test('reports a server without TLS', async (t) => {
  const { url } = await start(t, true);
  const { message } = await refusalOf({ server: url.replace('http:', 'https:') });
  assert.equal(message, 'Unable to connect to the server: http: server gave HTTP response to HTTPS client');
});

test('reports a client certificate whose key does not match', async (t) => {
  const { url } = await start(t);
  const authority = await createAuthority();
  const [one, other] = [await authority.clientCertificate('a'), await authority.clientCertificate('b')];
  const folder = await temporaryFolder(t);
  await writeFile(`${folder}/crt`, one.cert);
  await writeFile(`${folder}/key`, other.key);
  await writeFile(`${folder}/none`, 'no key');
  const clientCertificate = `${folder}/crt`;
  const flags = { server: url, insecureSkipTlsVerify: true, clientCertificate };
  assert.equal(
    (await refusalOf({ ...flags, clientKey: `${folder}/key` })).message,
    'error: tls: private key does not match public key',
  );
  assert.equal(
    (await refusalOf({ ...flags, clientKey: `${folder}/none` })).message,
    'error: tls: failed to find any PEM data in key input',
  );
});

test('reports a token that is not valid in a header', async (t) => {
  const { flags } = await start(t);
  const { message, hint } = await refusalOf({ ...flags, token: 'two\nlines' });
  assert.equal(message, 'Unable to connect to the server: net/http: invalid header field value');
  assert.match(hint ?? '', /^A token or a user to impersonate /);
  assert(!message.includes('two'));
});
