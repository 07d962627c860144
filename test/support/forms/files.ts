import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { adminOf, base64, clusterOf, type Form, kubeconfigOf, put } from './form.ts';

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Where a kubeconfig can be, and what of several counts. */
export const fileForms: Form[] = [
  {
    name: '~/.kube/config',
    async prepare(server, folder) {
      await mkdir(join(folder, '.kube'));
      await put(folder, '.kube/config', kubeconfigOf(clusterOf(server), adminOf(server)));
      return { args: [] };
    },
  },
  {
    name: 'KUBECONFIG with several files, one of them missing',
    async prepare(server, folder) {
      const contexts = await put(
        folder,
        'contexts',
        stringify({
          'current-context': 'merged',
          contexts: [{ name: 'merged', context: { cluster: 'there', user: 'jane' } }],
          users: [{ name: 'jane', user: adminOf(server) }],
        }),
      );
      const clusters = await put(
        folder,
        'clusters',
        stringify({
          'current-context': 'not this one',
          clusters: [{ name: 'there', cluster: clusterOf(server) }],
          users: [{ name: 'jane', user: { token: 'the first file wins' } }],
        }),
      );
      const files = [join(folder, 'missing'), contexts, clusters];
      return { args: [], env: { KUBECONFIG: files.join(delimiter) } };
    },
  },
  {
    name: 'a CA in a file, found from another kubeconfig folder',
    async prepare(server, folder) {
      await mkdir(join(folder, 'elsewhere'));
      await put(folder, 'elsewhere/ca.crt', server.admin.ca);
      const cluster = { server: server.admin.url, 'certificate-authority': 'ca.crt' };
      const config = await put(folder, 'elsewhere/config', kubeconfigOf(cluster, adminOf(server)));
      return { args: [], env: { KUBECONFIG: config } };
    },
  },
  {
    name: 'a kubeconfig in JSON',
    async prepare(server, folder) {
      const config = {
        kind: 'Config',
        apiVersion: 'v1',
        'current-context': 'json',
        clusters: [{ name: 'json', cluster: clusterOf(server) }],
        users: [{ name: 'json', user: adminOf(server) }],
        contexts: [{ name: 'json', context: { cluster: 'json', user: 'json' } }],
      };
      return { args: ['--kubeconfig', await put(folder, 'config.json', JSON.stringify(config))] };
    },
  },
  {
    name: 'in a pod',
    needs: 'service account path',
    async prepare({ admin }) {
      const made = await firstMissing(SERVICE_ACCOUNT);
      if (!made) throw new Error(`${SERVICE_ACCOUNT} is there already: this machine is a pod itself`);
      await mkdir(SERVICE_ACCOUNT, { recursive: true });
      const files = { token: admin.token ?? '', 'ca.crt': admin.ca, namespace: 'pod-namespace' };
      for (const [name, text] of Object.entries(files)) await writeFile(join(SERVICE_ACCOUNT, name), text);
      const { hostname, port } = new URL(admin.url);
      return {
        args: [],
        env: { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port },
        stop: () => rm(made, { recursive: true }),
      };
    },
  },
  {
    name: 'no kubeconfig, flags alone',
    async prepare({ admin }, folder) {
      const ca = await put(folder, 'ca.crt', admin.ca);
      return { args: ['--server', admin.url, '--certificate-authority', ca, '--token', admin.token ?? ''] };
    },
  },
  {
    name: 'a context, a cluster and a user chosen by flags',
    async prepare(server, folder) {
      const config = stringify({
        'current-context': 'wrong',
        clusters: [
          { name: 'right', cluster: clusterOf(server) },
          {
            name: 'wrong',
            cluster: { server: 'https://127.0.0.1:1', 'certificate-authority-data': base64('') },
          },
        ],
        users: [
          { name: 'right', user: adminOf(server) },
          { name: 'wrong', user: { token: 'wrong' } },
        ],
        contexts: [
          { name: 'wrong', context: { cluster: 'wrong', user: 'wrong' } },
          { name: 'half', context: { cluster: 'wrong', user: 'right' } },
        ],
      });
      const file = await put(folder, 'config', config);
      return { args: ['--kubeconfig', file, '--context', 'half', '--cluster', 'right', '--user', 'right'] };
    },
  },
];

/** The topmost folder of a path that does not exist; undefined: all of it exists. */
async function firstMissing(path: string): Promise<string | undefined> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  return exists ? undefined : ((await firstMissing(dirname(path))) ?? path);
}
