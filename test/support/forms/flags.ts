import { adminOf, clusterOf, type Form, kubeconfigOf, put } from './form.ts';

/** Flags over a kubeconfig that alone would not do. */
export const flagForms: Form[] = [
  {
    name: 'another server, CA and token than the kubeconfig has',
    async prepare({ admin }, folder) {
      const config = await put(
        folder,
        'config',
        kubeconfigOf({ server: 'https://127.0.0.1:1', 'tls-server-name': 'nobody' }, { token: 'wrong' }),
      );
      const ca = await put(folder, 'ca.crt', admin.ca);
      return {
        args: ['--kubeconfig', config, '-s', admin.url]
          .concat(['--certificate-authority', ca])
          .concat(['--token', admin.token ?? '']),
      };
    },
  },
  {
    name: 'a client certificate by flags',
    async prepare(server, folder) {
      const { cert, key } = await server.clientCertificate('form-admin', ['system:masters']);
      const config = await put(folder, 'config', kubeconfigOf(clusterOf(server), {}));
      return {
        args: ['--kubeconfig', config]
          .concat(['--client-certificate', await put(folder, 'user.crt', cert)])
          .concat(['--client-key', await put(folder, 'user.key', key)]),
      };
    },
  },
  {
    name: 'impersonation by flags',
    async prepare(server, folder) {
      const config = await put(folder, 'config', kubeconfigOf(clusterOf(server), adminOf(server)));
      return {
        args: ['--kubeconfig', config]
          .concat(['--as', 'jane', '--as-uid', 'u-1'])
          .concat(['--as-group', 'system:masters', '--as-group', 'repairers'])
          .concat(['--as-user-extra', 'reason=repair', '--as-user-extra', 'example.org/Ticket=4711']),
      };
    },
  },
  {
    name: 'impersonation in the kubeconfig',
    async prepare(server, folder) {
      const user = {
        ...adminOf(server),
        as: 'jane',
        'as-uid': 'u-1',
        'as-groups': ['system:masters'],
        'as-user-extra': { reason: ['repair', 'test'] },
      };
      return { args: ['--kubeconfig', await put(folder, 'config', kubeconfigOf(clusterOf(server), user))] };
    },
  },
  {
    name: 'a time limit, no compression, a cache folder and a namespace',
    async prepare(server, folder) {
      const config = await put(folder, 'config', kubeconfigOf(clusterOf(server), adminOf(server)));
      return {
        args: ['--kubeconfig', config, '-n', 'kube-system'].concat([
          '--request-timeout',
          '1m',
          '--disable-compression',
          '--cache-dir',
          folder,
        ]),
      };
    },
  },
];
