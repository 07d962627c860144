import type { KubeconfigDocument } from './kubeconfig-entries.ts';
import { read, type Shape } from './shape.ts';

const strings: Shape = { list: 'string' };
const named = (field: string, shape: Shape): Shape => ({
  list: { fields: { name: 'string', [field]: shape } },
});

const cluster: Shape = {
  fields: {
    server: 'string',
    'tls-server-name': 'string',
    'insecure-skip-tls-verify': 'boolean',
    'certificate-authority': 'string',
    'certificate-authority-data': 'base64',
    'proxy-url': 'string',
    'disable-compression': 'boolean',
    extensions: named('extension', 'any'),
  },
};

const exec: Shape = {
  fields: {
    apiVersion: 'string',
    command: 'string',
    args: strings,
    env: named('value', 'string'),
    installHint: 'string',
    provideClusterInfo: 'boolean',
    interactiveMode: 'string',
  },
};

const user: Shape = {
  fields: {
    'client-certificate': 'string',
    'client-certificate-data': 'base64',
    'client-key': 'string',
    'client-key-data': 'base64',
    token: 'string',
    tokenFile: 'string',
    username: 'string',
    password: 'string',
    as: 'string',
    'as-uid': 'string',
    'as-groups': strings,
    'as-user-extra': { map: strings },
    exec,
    'auth-provider': { fields: { name: 'string', config: { map: 'string' } } },
  },
};

const context: Shape = { fields: { cluster: 'string', user: 'string', namespace: 'string' } };

const kubeconfig: Shape = {
  fields: {
    apiVersion: 'string',
    kind: 'string',
    'current-context': 'string',
    clusters: named('cluster', cluster),
    users: named('user', user),
    contexts: named('context', context),
  },
};

/**
 * What a parsed file has to say as a kubeconfig: the known fields, each of its type; unknown ones and nulls are left
 * out, as kubectl does.
 *
 * @throws {Error} that names the first field of a wrong type, `users[0].user.token: expected a string, not a number`.
 */
export const readDocument = (parsed: unknown): KubeconfigDocument =>
  read(parsed ?? {}, kubeconfig, { unknown: 'drop' }) as KubeconfigDocument;
