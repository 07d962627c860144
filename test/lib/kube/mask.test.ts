import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretsOf } from '../../../lib/kube/auth/credentials.ts';
import { hide, maskedHeader } from '../../../lib/kube/http/trace.ts';

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

test('long texts are searched in time that grows with their length alone', () => {
  const begun = performance.now();
  for (const part of ['a', 'eyJ', '-----BEGIN PRIVATE KEY-----', 'authorization:', 'a://', 'LS0tLS1CRUdJTi'])
    hide(part.repeat(300_000 / part.length), ['not in there']);
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
