import { oneLine } from '../text.ts';

import type { KubeconfigDocument } from './kubeconfig-entries.ts';

type Shape = 'string' | 'boolean' | 'base64' | 'any' | { list: Shape } | { map: Shape } | { fields: Fields };
type Fields = Record<string, Shape>;

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
  read(parsed ?? {}, kubeconfig, '') as KubeconfigDocument;

function read(value: unknown, shape: Shape, at: string): unknown {
  if (shape === 'any') return value;
  if (shape === 'boolean') return typeof value === 'boolean' ? value : wrong(at, 'a boolean', value);
  if (shape === 'string') return typeof value === 'string' ? value : wrong(at, 'a string', value);
  if (shape === 'base64') return isBase64(value) ? value : wrong(at, 'base64 data', value);
  if ('list' in shape) {
    if (!Array.isArray(value)) return wrong(at, 'a list', value);
    return value.map((item, index) => read(item, shape.list, `${at}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return wrong(at, 'a mapping', value);
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const inner =
      'map' in shape ? shape.map : Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
    if (inner === undefined || item === null) return [];
    return [[key, read(item, inner, at ? `${at}.${oneLine(key)}` : key)]];
  });
  return Object.fromEntries(entries);
}

function isBase64(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const packed = value.replace(/[\r\n]/g, '');
  return packed.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(packed);
}

function wrong(at: string, expected: string, value: unknown): never {
  const found = value === null ? 'nothing' : Array.isArray(value) ? 'a list' : kinds[typeof value];
  throw new Error(`${at || 'the document'}: expected ${expected}, not ${found}`);
}

/** Never the value itself: it may be a secret. */
const kinds: Partial<Record<string, string>> = {
  string: 'other text',
  number: 'a number',
  boolean: 'a boolean',
  object: 'a mapping',
};
