import type { Flags } from './command.ts';

/** kubectl's flags for which cluster, as whom and how; every command that connects takes them. */
export const connectionFlags = {
  kubeconfig: { type: 'string', complete: 'file', describe: 'Path to the kubeconfig file to use.' },
  context: {
    type: 'string',
    complete: 'context',
    describe: 'The name of the kubeconfig context to use.',
  },
  cluster: {
    type: 'string',
    complete: 'cluster',
    describe: 'The name of the kubeconfig cluster to use.',
  },
  user: { type: 'string', complete: 'user', describe: 'The name of the kubeconfig user to use.' },
  namespace: {
    type: 'string',
    short: 'n',
    complete: 'namespace',
    describe: 'The namespace to use.',
  },
  server: {
    type: 'string',
    short: 's',
    describe: 'The address and port of the Kubernetes API server.',
  },
  'tls-server-name': {
    type: 'string',
    describe:
      'Server name used to check the server certificate. Defaults to the hostname used to contact the server.',
  },
  'insecure-skip-tls-verify': {
    type: 'boolean',
    describe: "If true, the server's certificate is not checked. This makes your connection insecure.",
  },
  'certificate-authority': {
    type: 'string',
    complete: 'file',
    describe: 'Path to a certificate file for the authority.',
  },
  'client-certificate': {
    type: 'string',
    complete: 'file',
    describe: 'Path to a client certificate file for TLS.',
  },
  'client-key': { type: 'string', complete: 'file', describe: 'Path to a client key file for TLS.' },
  token: { type: 'string', describe: 'Bearer token for authentication to the API server.' },
  as: { type: 'string', describe: 'Username to impersonate for the operation.' },
  'as-uid': { type: 'string', describe: 'UID to impersonate for the operation.' },
  'as-group': {
    type: 'list',
    describe: 'Group to impersonate; may be repeated.',
  },
  'as-user-extra': {
    type: 'list',
    describe: 'User extra to impersonate; may be repeated.',
  },
  'request-timeout': {
    type: 'string',
    describe: 'How long to wait for one server request, such as 1s, 2m or 3h. 0 means no timeout.',
  },
  'cache-dir': {
    type: 'string',
    complete: 'folder',
    describe: 'Accepted for compatibility with kubectl; nothing is cached.',
  },
  'disable-compression': { type: 'boolean', describe: 'If true, responses are not compressed.' },
  v: {
    type: 'number',
    short: 'v',
    describe:
      'Log level, as in kubectl: 6 logs each request to stderr, 7 also its headers. Secrets are masked.',
  },
} as const satisfies Flags;

/** The forms of `-o` that are data: the value of a `jsonpath=` is a template of kubectl's, over what `json` shows. */
export const DOCUMENTS = ['json', 'yaml', 'jsonpath='] as const;

export const colorFlag = {
  color: {
    type: 'string',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    describe: 'When to use color.',
  },
} as const satisfies Flags;
