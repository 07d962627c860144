import { type Read, read, type Shape } from '../api/shape.ts';

const strings = { list: 'string' } as const;

/** The fields of a kubeconfig's cluster that are read, as they are written there. */
const cluster = {
  fields: {
    server: 'string',
    'tls-server-name': 'string',
    'insecure-skip-tls-verify': 'boolean',
    'certificate-authority': 'string',
    'certificate-authority-data': 'base64',
    'proxy-url': 'string',
    'disable-compression': 'boolean',
    extensions: { list: { fields: { name: 'string', extension: 'any' } } },
  },
} as const;

/** A credential plugin: a program that prints an ExecCredential. */
const exec = {
  fields: {
    apiVersion: 'string',
    command: 'string',
    args: strings,
    env: { list: { fields: { name: 'string', value: 'string' } } },
    installHint: 'string',
    provideClusterInfo: 'boolean',
    interactiveMode: 'string',
  },
} as const;

const user = {
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
} as const;

const context = { fields: { cluster: 'string', user: 'string', namespace: 'string' } } as const;

/** One kubeconfig file. */
const kubeconfig = {
  fields: {
    apiVersion: 'string',
    kind: 'string',
    'current-context': 'string',
    clusters: { list: { fields: { name: 'string', cluster } } },
    users: { list: { fields: { name: 'string', user } } },
    contexts: { list: { fields: { name: 'string', context } } },
  },
} as const satisfies Shape;

export type ClusterEntry = Read<typeof cluster>;
export type UserEntry = Read<typeof user> & {
  /** The kubeconfig file that it is from. */
  file?: string;
};
export type ExecEntry = Read<typeof exec>;
export type ContextEntry = Read<typeof context>;
export type KubeconfigDocument = Read<typeof kubeconfig>;

/**
 * What a parsed file has to say as a kubeconfig: the known fields, each of its type; unknown ones and nulls are left
 * out, as kubectl does.
 *
 * @throws {Error} that names the first field of a wrong type, `users[0].user.token: expected a string, not a number`.
 */
export const readDocument = (parsed: unknown): KubeconfigDocument =>
  read(parsed ?? {}, kubeconfig, { unknown: 'drop' }) as KubeconfigDocument;
