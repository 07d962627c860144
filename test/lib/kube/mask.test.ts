import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretsOf } from '../../../lib/kube/auth/secrets.ts';
import { hide, maskedHeader } from '../../../lib/kube/http/mask.ts';
import { maskedBody } from '../../../lib/kube/http/mask-body.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const headers: [string, string, string][] = [
  ['Authorization', 'Bearer abc', 'Bearer <masked>'],
  ['authorization', 'basic YTpi', 'basic <masked>'],
  ['Authorization', 'abc', '<masked>'],
  ['Authorization', 'Custom a b', '<masked>'],
  ['Proxy-Authorization', 'Basic YTpi', 'Basic <masked>'],
  ['Cookie', 'session=1', '<masked>'],
  ['Set-Cookie', 'session=1', '<masked>'],
  ['X-Loopback-Secret', 'abc', '<masked>'],
  ['X-Api-Key', 'abc', '<masked>'],
  ['X-Auth-Token', 'abc', '<masked>'],
  ['Impersonate-User', 'jane', 'jane'],
  ['Content-Type', 'application/json', 'application/json'],
];
for (const [name, value, shown] of headers)
  test(`header ${name}: ${value}`, () => assert.equal(maskedHeader(name, value), shown));

const key = '-----BEGIN EC PRIVATE KEY-----\nAbC\n-----END EC PRIVATE KEY-----\n';
const certificate = '-----BEGIN CERTIFICATE-----\nAbCdEfGhIjKlMnOpQrSt\n-----END CERTIFICATE-----\n';
const texts: [string, string, string[]?][] = [
  ['a s3cr"t/+ b', 'a <masked> b', ['s3cr"t/+']],
  ['{"a":"s3cr\\"t/+"}', '{"a":"<masked>"}', ['s3cr"t/+']],
  ['?a=s3cr%22t%2F%2B&b', '?a=<masked>&b', ['s3cr"t/+']],
  ['?a=s3c+ret+2', '?a=<masked>', ['s3c ret 2']],
  [`a ${base64('s3cr"t/+')} b`, 'a <masked> b', ['s3cr"t/+']],
  ['longer-secret and secret', '<masked> and <masked>', ['secret', 'longer-secret']],
  ['a word that is short', 'a word that is short', ['word']],
  ['Authorization: Bearer abc, more', 'Authorization: Bearer <masked>, more'],
  ['{"authorization":"Basic YTpi"}', '{"authorization":"Basic <masked>"}'],
  ['authorization=abc', 'authorization=<masked>'],
  ['Authorization: Bearer <masked>', 'Authorization: Bearer <masked>'],
  ['API group "authorization.k8s.io" is there', 'API group "authorization.k8s.io" is there'],
  ['["--bearer-token=abc","--token-file=/a"]', '["--bearer-token=<masked>","--token-file=/a"]'],
  ['is eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.x_y it', 'is <masked> it'],
  [`a ${key}b`, 'a <masked>\nb'],
  [`a ${key.slice(0, 40)}`, 'a <masked>'],
  [JSON.stringify(key), '"<masked>\\n"'],
  [`k: ${base64(key)}!`, 'k: <masked>!'],
  [`c: ${base64(certificate)}!`, `c: ${base64(certificate)}!`],
  [certificate, certificate],
  ['http://user:pass@images/a', 'http://***@images/a'],
];
for (const [text, shown, secrets = []] of texts)
  test(`text ${JSON.stringify(text).slice(0, 60)}`, () => assert.equal(hide(text, secrets), shown));

test('a secret of which another begins is hidden whole', () => {
  assert.equal(hide('abcdef-abcdefgh', ['abcdef', 'abcdefgh']), '<masked>-<masked>');
});

const applied = {
  'kubectl.kubernetes.io/last-applied-configuration': '{"kind":"Secret","data":{"a":"YWJj"}}\n',
};
const appliedShown = {
  'kubectl.kubernetes.io/last-applied-configuration': '{"kind":"Secret","data":{"a":"<masked>"}}\n',
};
const bodies: [string, unknown, unknown, string?][] = [
  [
    'a Secret, and what kubectl keeps of it',
    { kind: 'Secret', metadata: { annotations: applied }, data: { a: 'YWJj' }, stringData: { b: 'abc' } },
    {
      kind: 'Secret',
      metadata: { annotations: appliedShown },
      data: { a: '<masked>' },
      stringData: { b: '<masked>' },
    },
  ],
  [
    'a list of Secrets, whose items have no kind',
    { kind: 'SecretList', items: [{ data: { a: 'YWJj' } }] },
    { kind: 'SecretList', items: [{ data: { a: '<masked>' } }] },
  ],
  [
    'an event of a watch of Secrets',
    { type: 'ADDED', object: { kind: 'Secret', data: { a: 'YWJj' } } },
    { type: 'ADDED', object: { kind: 'Secret', data: { a: '<masked>' } } },
  ],
  [
    'a merge patch of a Secret',
    { data: { a: 'YWJj' }, stringData: null },
    { data: { a: '<masked>' }, stringData: null },
    '/api/v1/namespaces/a/secrets/b?fieldManager=c',
  ],
  [
    'a JSON patch of a Secret',
    [{ op: 'add', path: '/data/a', value: 'YWJj' }],
    [{ op: 'add', path: '/data/a', value: '<masked>' }],
    '/api/v1/namespaces/a/secrets/b',
  ],
  [
    'the answer of a TokenRequest',
    { kind: 'TokenRequest', spec: { audiences: ['a'] }, status: { token: 'abc' } },
    { kind: 'TokenRequest', spec: { audiences: ['a'] }, status: { token: '<masked>' } },
  ],
  [
    'a TokenReview',
    { kind: 'TokenReview', spec: { token: 'abc' } },
    { kind: 'TokenReview', spec: { token: '<masked>' } },
  ],
  [
    'an ExecCredential',
    { kind: 'ExecCredential', status: { token: 'abc', clientKeyData: 'def', clientCertificateData: 'ghi' } },
    {
      kind: 'ExecCredential',
      status: { token: '<masked>', clientKeyData: '<masked>', clientCertificateData: 'ghi' },
    },
  ],
  [
    'environment variables of a container',
    {
      env: [
        { name: 'DB_PASSWORD', value: 'abc' },
        { name: 'LOG', value: 'abc' },
      ],
    },
    {
      env: [
        { name: 'DB_PASSWORD', value: '<masked>' },
        { name: 'LOG', value: 'abc' },
      ],
    },
  ],
  [
    'what only names a secret',
    {
      secretName: 'a',
      credentialsName: 'b',
      automountServiceAccountToken: true,
      secret: { secretName: 'c' },
    },
    {
      secretName: 'a',
      credentialsName: 'b',
      automountServiceAccountToken: true,
      secret: { secretName: 'c' },
    },
  ],
  ['a ConfigMap', { kind: 'ConfigMap', data: { a: 'abc' } }, { kind: 'ConfigMap', data: { a: 'abc' } }],
];
for (const [what, body, shown, path = '/api/v1/pods'] of bodies)
  test(`body: ${what}`, () => assert.equal(maskedBody(JSON.stringify(body), path), JSON.stringify(shown)));

const broken: [string, string][] = [
  ['{"kind":"Secret","data":{"a":"YW', '<masked>'],
  ['{"kind": "SecretList","items":[', '<masked>'],
  ['{"status":{"token":"a\\"b","x":"y"', '{"status":{"token":"<masked>","x":"y"'],
  ['{"clientKeyData":"ab', '{"clientKeyData":"<masked>"'],
  ['<html>no JSON</html>', '<html>no JSON</html>'],
];
for (const [text, shown] of broken)
  test(`a body that is no whole JSON: ${text}`, () => assert.equal(maskedBody(text, '/a'), shown));

test('a body that is nested too deep to be walked is searched as text', () => {
  const deep = `${'[{"token":"abc","a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`;
  assert(!maskedBody(deep, '/a').includes('abc'));
});

test('long texts are searched in time that grows with their length alone', () => {
  const begun = performance.now();
  for (const part of [
    'a',
    '"token',
    'eyJ',
    '-----BEGIN PRIVATE KEY-----',
    'authorization:',
    'a://',
    'LS0tLS1CRUdJTi',
  ])
    hide(maskedBody(part.repeat(300_000 / part.length), '/a'), ['not in there']);
  assert(performance.now() - begun < 5_000);
});

test('the secrets of a user: from the kubeconfig, its plugin, its proxy, and as presented', () => {
  const found = secretsOf(
    {
      token: 'token',
      username: 'name',
      password: 'password',
      'client-key-data': 'key data',
      'client-certificate-data': 'certificate',
      exec: {
        command: 'plugin',
        env: [
          { name: 'AWS_SECRET', value: 'plugin secret' },
          { name: 'REGION', value: 'here' },
        ],
      },
      'auth-provider': {
        name: 'oidc',
        config: { 'client-id': 'id', 'client-secret': 'client secret', 'refresh-token': 'refresh' },
      },
    },
    'http://user:p%40ss@proxy:3128',
    { authorization: 'Bearer presented', cert: 'a certificate', key: 'a key' },
  );
  assert.deepEqual(found.toSorted(), [
    'a key',
    'client secret',
    'key data',
    'p@ss',
    'password',
    'plugin secret',
    'presented',
    'refresh',
    'token',
  ]);
  assert.deepEqual(secretsOf({}, undefined, {}), []);
  assert.deepEqual(secretsOf({}, 'http://user:%ff@proxy', {}), ['%ff']);
});
