import fc from 'fast-check';
import { stringify } from 'yaml';
import type { Attempt } from './attempt.ts';
import { looks } from './calls.ts';
import { kubeconfigOf, SECRETS } from './ground.ts';
import { type Changes, changed, changes, spoiling, spoilt } from './mutate.ts';

const PEM = '-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Valid files of every form; a plugin is this Node with a script of the folder. */
const FORMS: object[] = [
  kubeconfigOf({ token: SECRETS.token }),
  kubeconfigOf({ username: 'jane', password: SECRETS.password }),
  kubeconfigOf({
    tokenFile: '@folder/token',
    as: 'other',
    'as-groups': ['a'],
    'as-user-extra': { k: ['v'] },
  }),
  kubeconfigOf(
    { 'client-certificate-data': base64(PEM), 'client-key-data': base64(SECRETS.client) },
    { 'certificate-authority-data': base64(PEM), 'tls-server-name': 'name' },
  ),
  kubeconfigOf(
    { token: SECRETS.token },
    { 'proxy-url': '@front', 'disable-compression': true, extensions: [{ name: 'x', extension: { a: 1 } }] },
  ),
  kubeconfigOf({
    'auth-provider': {
      name: 'oidc',
      config: {
        'idp-issuer-url': '@server',
        'client-id': 'id',
        'client-secret': SECRETS.client,
        'refresh-token': SECRETS.refresh,
        'id-token': 'a.b.c',
      },
    },
  }),
  kubeconfigOf({
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: ['@folder/plugin.cjs'],
      env: [{ name: 'NODE_OPTIONS', value: '' }],
      interactiveMode: 'Never',
      provideClusterInfo: true,
    },
  }),
];

/** What a plugin prints. */
const CREDENTIAL = {
  apiVersion: 'client.authentication.k8s.io/v1',
  kind: 'ExecCredential',
  status: { token: SECRETS.plugin, expirationTimestamp: '2030-01-01T00:00:00Z' },
};

/** Which program is run, and where servers are, is not for chance to say. */
const FIXED = ['command', 'args', 'server', 'proxy-url', 'idp-issuer-url'];

function changedForm(form: object, how: Changes): unknown {
  const values = new Map<string, unknown>();
  JSON.parse(JSON.stringify(form), (key, value) => {
    if (FIXED.includes(key)) values.set(key, value);
    return value;
  });
  const changedText = JSON.stringify(changed(form, how), (key, value) =>
    values.has(key) && typeof value === 'string' ? values.get(key) : value,
  );
  return JSON.parse(changedText ?? 'null');
}

export const kubeconfigAttempt: fc.Arbitrary<Attempt> = fc
  .record({
    call: looks,
    form: fc.constantFrom(...FORMS),
    how: fc.option(changes(3), { nil: undefined }),
    spoiling,
    asYaml: fc.boolean(),
    printed: fc.option(changes(2), { nil: undefined }),
    second: fc.boolean(),
  })
  .map(({ call, form, how, spoiling: spoils, asYaml, printed, second }) => {
    const document = how ? changedForm(form, how) : form;
    const text = asYaml
      ? stringify(document, { aliasDuplicateObjects: false })
      : JSON.stringify(document, null, 2);
    const output = JSON.stringify(printed ? changed(CREDENTIAL, printed) : CREDENTIAL);
    return {
      ...call,
      env: {
        KUBECONFIG: `@folder/given${second ? `${process.platform === 'win32' ? ';' : ':'}@folder/kubeconfig.json` : ''}`,
      },
      files: {
        given: spoilt(text, spoils),
        token: SECRETS.token,
        'plugin.cjs': `process.stdout.write(${JSON.stringify(output)})`,
      },
    };
  });
