import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority } from '../certificates.ts';
import { adminOf, base64, clusterOf, type Form, fromUser, kubeconfigOf, put } from './form.ts';
import { startGateway } from './gateway.ts';
import { startIssuer, unsignedToken } from './issuer.ts';
import { execEntry } from './plugins.ts';

/** What a kubeconfig's user can be. */
export const credentialForms: Form[] = [
  fromUser('bearer token', async (server) => adminOf(server)),
  fromUser('token file beside the kubeconfig', async (server, folder) => {
    await put(folder, 'token', `${server.admin.token}\n`);
    return { tokenFile: 'token' };
  }),
  fromUser('client certificate as data', async (server) => {
    const { cert, key } = await server.clientCertificate('form-admin', ['system:masters']);
    return { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) };
  }),
  fromUser('client certificate in files beside the kubeconfig', async (server, folder) => {
    const { cert, key } = await server.clientCertificate('form-admin', ['system:masters']);
    await put(folder, 'user.crt', cert);
    await put(folder, 'user.key', key);
    return { 'client-certificate': 'user.crt', 'client-key': 'user.key' };
  }),
  fromUser('exec plugin that gives a token', async (server, folder) => ({
    exec: await execEntry(folder, { body: `return { token: ${JSON.stringify(server.admin.token)} };` }),
  })),
  fromUser('exec plugin of v1beta1', async (server, folder) => ({
    exec: await execEntry(folder, {
      version: 'v1beta1',
      body: `return { token: ${JSON.stringify(server.admin.token)} };`,
    }),
  })),
  fromUser('exec plugin that gives a client certificate', async (server, folder) => {
    const { cert, key } = await server.clientCertificate('form-admin', ['system:masters']);
    const status = { clientCertificateData: cert, clientKeyData: key };
    return { exec: await execEntry(folder, { body: `return ${JSON.stringify(status)};` }) };
  }),
  fromUser('exec plugin that needs its environment and the cluster', async (server, folder) => ({
    exec: await execEntry(folder, {
      provideClusterInfo: true,
      body: `
        const known = info.spec.cluster.server === ${JSON.stringify(server.admin.url)};
        if (!known || process.env.PLUGIN_WORD !== 'from the kubeconfig') process.exit(1);
        return { token: ${JSON.stringify(server.admin.token)} };`,
    }),
  })),
  {
    name: 'exec plugin that asks on the terminal',
    needs: 'terminal',
    async prepare(server, folder) {
      const exec = await execEntry(folder, {
        interactiveMode: 'Always',
        body: `
          const { createInterface } = await import('node:readline/promises');
          const terminal = createInterface({ input: process.stdin, output: process.stderr });
          const pin = await terminal.question('PIN: ');
          terminal.close();
          return { token: pin === '4711' ? ${JSON.stringify(server.admin.token)} : 'wrong pin' };`,
      });
      const config = await put(folder, 'config', kubeconfigOf(clusterOf(server), { exec }));
      return { args: ['--kubeconfig', config], answer: { prompt: 'PIN: ', text: '4711\r' } };
    },
  },
  {
    name: 'auth provider oidc',
    async prepare(server, folder) {
      const authority = await createAuthority();
      const token = unsignedToken({ sub: 'jane', exp: 4102444800 });
      const gateway = await startGateway(server, {
        tls: await authority.serverCertificate(),
        accept: ({ headers }) => headers.authorization === `Bearer ${token}`,
      });
      const cluster = {
        server: `https://127.0.0.1:${gateway.port}`,
        'certificate-authority-data': base64(authority.ca),
      };
      const provider = { name: 'oidc', config: { 'client-id': 'kubernetes', 'id-token': token } };
      const config = await put(folder, 'config', kubeconfigOf(cluster, { 'auth-provider': provider }));
      return { args: ['--kubeconfig', config], stop: gateway.stop };
    },
  },
  {
    name: 'auth provider oidc, whose token has to be renewed',
    async prepare(server, folder) {
      const authority = await createAuthority();
      const tls = await authority.serverCertificate();
      const issuer = await startIssuer(tls);
      const gateway = await startGateway(server, {
        tls,
        accept: ({ headers }) => headers.authorization === `Bearer ${issuer.issued.at(-1)}`,
      });
      const cluster = {
        server: `https://127.0.0.1:${gateway.port}`,
        'certificate-authority-data': base64(authority.ca),
      };
      const login = {
        'client-id': 'kubernetes',
        'client-secret': 'client-secret',
        'idp-issuer-url': issuer.url,
        'idp-certificate-authority-data': base64(authority.ca),
        'id-token': unsignedToken({ sub: 'jane', exp: 1 }),
        'refresh-token': 'refresh-0',
      };
      const user = { 'auth-provider': { name: 'oidc', config: login } };
      const config = await put(folder, 'config', kubeconfigOf(cluster, user));
      return {
        args: ['--kubeconfig', config],
        // The issuer takes each refresh token once, so the next run needs what this one got.
        check() {
          const saved = readFileSync(config, 'utf8');
          assert(saved.includes(issuer.issued.at(-1) ?? 'none'));
          assert(saved.includes('refresh-1'));
        },
        async stop() {
          await gateway.stop();
          await issuer.stop();
        },
      };
    },
  },
  {
    name: 'basic authentication',
    async prepare(server, folder) {
      const authority = await createAuthority();
      const gateway = await startGateway(server, {
        tls: await authority.serverCertificate(),
        accept: ({ headers }) => headers.authorization === `Basic ${base64('jane:secret')}`,
      });
      const cluster = {
        server: `https://127.0.0.1:${gateway.port}`,
        'certificate-authority-data': base64(authority.ca),
      };
      const user = { username: 'jane', password: 'secret' };
      const config = await put(folder, 'config', kubeconfigOf(cluster, user));
      return { args: ['--kubeconfig', config], stop: gateway.stop };
    },
  },
  {
    name: 'token given over an exec plugin, which is not run',
    async prepare(server, folder) {
      const ran = join(folder, 'ran');
      const exec = await execEntry(folder, {
        body: `(await import('node:fs')).writeFileSync(${JSON.stringify(ran)}, ''); return { token: 'wrong' };`,
      });
      const config = await put(folder, 'config', kubeconfigOf(clusterOf(server), { exec }));
      return {
        args: ['--kubeconfig', config, '--token', server.admin.token ?? ''],
        check: () => assert.equal(existsSync(ran), false),
      };
    },
  },
];
