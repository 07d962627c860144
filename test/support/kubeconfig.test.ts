import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { KubeConfig } from '@kubernetes/client-node';
import { createAuthority } from './certificates.ts';
import { kubeconfig, writeKubeconfig } from './kubeconfig.ts';

const endpoint = { url: 'https://127.0.0.1:1', ca: 'CA\n', token: 'secret' };

test('writes endpoint, credential and names', () => {
  const read = new KubeConfig();
  read.loadFromString(kubeconfig(endpoint, { user: 'jo', context: 'lab', namespace: 'metal' }));
  assert.equal(read.getCurrentContext(), 'lab');
  assert.equal(read.getContextObject('lab')?.namespace, 'metal');
  assert.equal(read.getCurrentCluster()?.server, endpoint.url);
  assert.equal(Buffer.from(read.getCurrentCluster()?.caData ?? '', 'base64').toString(), endpoint.ca);
  assert.deepEqual([read.getCurrentUser()?.name, read.getCurrentUser()?.token], ['jo', 'secret']);
});

test('makes the file readable only by its owner, also when it replaces another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bmh-kubeconfig-'));
  const file = join(folder, 'config');
  await writeFile(file, 'old', { mode: 0o644 });
  await writeKubeconfig(file, endpoint);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal(await readFile(file, 'utf8'), kubeconfig(endpoint));
  await rm(folder, { recursive: true });
});

test('issues certificates with user and groups that pass a TLS handshake', async () => {
  const authority = await createAuthority();
  const server = createServer({
    ...(await authority.serverCertificate()),
    ca: authority.ca,
    requestCert: true,
  });
  server.on('request', ({ socket }, response) => {
    response.end(JSON.stringify((socket as TLSSocket).getPeerCertificate().subject));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as import('node:net').AddressInfo;
  const client = await authority.clientCertificate('jo, o', ['system:masters', 'metal']);
  const subject = await new Promise<string>((resolve, reject) => {
    get({ host: '127.0.0.1', port, ca: authority.ca, agent: false, ...client }, async (answer) => {
      resolve((await answer.setEncoding('utf8').toArray()).join(''));
    }).on('error', reject);
  });
  server.close();
  assert.deepEqual({ ...JSON.parse(subject) }, { O: ['system:masters', 'metal'], CN: 'jo, o' });
});
