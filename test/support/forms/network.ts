import { strict as assert } from 'node:assert';
import { createAuthority } from '../certificates.ts';
import { startHttpProxy, startSocksProxy } from '../proxies.ts';
import type { TestServer } from '../server.ts';
import { adminOf, base64, clusterOf, type Form, kubeconfigOf, type Prepared, put } from './form.ts';
import { startGateway } from './gateway.ts';

const HIDDEN = 'kubernetes.example';

/** Ways to the server, and how it is verified. */
export const networkForms: Form[] = [
  {
    name: 'proxy-url http',
    prepare: async (server, folder) =>
      proxied(server, folder, { proxy: await startHttpProxy(), scheme: 'http' }),
  },
  {
    name: 'proxy-url http with a login',
    async prepare(server, folder) {
      const proxy = await startHttpProxy({ login: 'jane:p@ss' });
      return proxied(server, folder, { proxy, scheme: 'http', login: 'jane:p%40ss@' });
    },
  },
  {
    name: 'proxy-url https, the proxy verified by the CA of the cluster entry',
    async prepare(server, folder) {
      const authority = await createAuthority();
      const proxy = await startHttpProxy({ tls: await authority.serverCertificate() });
      const trusted = { ...server, admin: { ...server.admin, ca: `${server.admin.ca}\n${authority.ca}` } };
      return proxied(trusted, folder, { proxy, scheme: 'https' });
    },
  },
  {
    name: 'proxy-url socks5',
    prepare: async (server, folder) =>
      proxied(server, folder, { proxy: await startSocksProxy(), scheme: 'socks5' }),
  },
  {
    name: 'HTTPS_PROXY on the way to a name that only the proxy knows',
    async prepare(server, folder) {
      const { port } = new URL(server.admin.url);
      const proxy = await startHttpProxy({ resolve: () => ({ host: '127.0.0.1', port: Number(port) }) });
      const cluster = {
        ...clusterOf(server),
        server: `https://${HIDDEN}:6443`,
        'tls-server-name': 'localhost',
      };
      const config = await put(folder, 'config', kubeconfigOf(cluster, adminOf(server)));
      return {
        args: ['--kubeconfig', config],
        env: { HTTPS_PROXY: `127.0.0.1:${proxy.port}`, NO_PROXY: '10.0.0.0/8,.svc' },
        check: () => assert.equal(proxy.asked[0], `${HIDDEN}:6443`),
        stop: proxy.stop,
      };
    },
  },
  {
    name: 'a server below a path, verified by the name that a flag gives',
    async prepare(server, folder) {
      const authority = await createAuthority();
      const gateway = await startGateway(server, {
        tls: await authority.serverCertificate(),
        prefix: '/k8s/clusters/c-1',
        accept: ({ headers }) => headers.authorization === 'Bearer outer',
      });
      const cluster = {
        server: `https://127.0.0.1:${gateway.port}/k8s/clusters/c-1/`,
        'certificate-authority-data': base64(authority.ca),
      };
      const config = await put(folder, 'config', kubeconfigOf(cluster, { token: 'outer' }));
      return {
        args: ['--kubeconfig', config, '--tls-server-name', 'localhost'],
        check: () => assert.equal(gateway.names[0], 'localhost'),
        stop: gateway.stop,
      };
    },
  },
  {
    name: 'a server without TLS',
    async prepare(server) {
      const gateway = await startGateway(server, { accept: () => true });
      return { args: ['-s', `http://127.0.0.1:${gateway.port}`], stop: gateway.stop };
    },
  },
  {
    name: 'a certificate that a flag says not to verify',
    async prepare(server, folder) {
      const stranger = await createAuthority();
      const cluster = { ...clusterOf(server), 'certificate-authority-data': base64(stranger.ca) };
      const config = await put(folder, 'config', kubeconfigOf(cluster, adminOf(server)));
      return { args: ['--kubeconfig', config, '--insecure-skip-tls-verify'] };
    },
  },
];

interface Through {
  proxy: Awaited<ReturnType<typeof startSocksProxy>>;
  scheme: string;
  /** `user:password@`, percent-encoded. */
  login?: string;
}

async function proxied(
  server: TestServer,
  folder: string,
  { proxy, scheme, login = '' }: Through,
): Promise<Prepared> {
  const cluster = { ...clusterOf(server), 'proxy-url': `${scheme}://${login}127.0.0.1:${proxy.port}` };
  const config = await put(folder, 'config', kubeconfigOf(cluster, adminOf(server)));
  return {
    args: ['--kubeconfig', config],
    check: () => assert.equal(proxy.asked[0], new URL(server.admin.url).host),
    stop: proxy.stop,
  };
}
