import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readHttpConfig } from '../../../../lib/cluster/alerts/http-config.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import { folderWith } from '../../../support/folder.ts';

const basic = (login: string): string => `Basic ${Buffer.from(login).toString('base64')}`;

const ROWS: [what: string, yaml: string, options: object][] = [
  ['nothing', '{}', {}],
  [
    'a user and a password',
    'basic_auth: { username: ann, password: "a:b" }',
    { authorization: basic('ann:a:b') },
  ],
  [
    'a user and a password in files, without the line breaks at their ends',
    'basic_auth: { username_file: user, password_file: sub/password }',
    { authorization: basic('ann:hunter2') },
  ],
  [
    'a password that looks like a number as it is written',
    'basic_auth: { username: 1.10, password: 007 }',
    { authorization: basic('1.10:007') },
  ],
  ['a user without a password', 'basic_auth: { username: ann }', { authorization: basic('ann:') }],
  ['a token', 'authorization: { credentials: abc }', { authorization: 'Bearer abc' }],
  [
    'credentials of another kind in a file',
    'authorization: { type: Custom, credentials_file: sub/password }',
    { authorization: 'Custom hunter2' },
  ],
  [
    'TLS settings',
    'tls_config: { server_name: main }',
    { tls: { rejectUnauthorized: true, servername: 'main' } },
  ],
  [
    'TLS settings with files',
    'tls_config: { ca_file: user, cert_file: user, key_file: sub/password, insecure_skip_verify: true }',
    {
      tls: {
        rejectUnauthorized: false,
        ca: Buffer.from('ann\n'),
        cert: Buffer.from('ann\n'),
        key: Buffer.from(' hunter2\n'),
      },
    },
  ],
];
for (const [what, yaml, options] of ROWS)
  test(`reads ${what}`, async (t) => {
    const files = { 'conf/http.yaml': yaml, 'conf/user': 'ann\n', 'conf/sub/password': ' hunter2\n' };
    const folder = await folderWith(t, files);
    assert.deepEqual(readHttpConfig('conf/http.yaml', folder), options);
    assert.deepEqual(readHttpConfig(join(folder, 'conf/http.yaml'), '/'), options);
  });

const REFUSED: [what: string, yaml: string, reason: string][] = [
  ['an empty file', '', 'expected a document'],
  ['text', 'abc', 'the file is not a mapping'],
  ['a list', '[1]', 'the file is not a mapping'],
  ['no YAML', 'a: [\u001b', ''],
  ['a field that it does not know', 'proxy_url: x', 'the file has the unknown field "proxy_url"'],
  [
    'a misspelled password',
    'basic_auth: { username: a, pasword: b }',
    'basic_auth has the unknown field "pasword"',
  ],
  [
    'two kinds of credentials',
    'basic_auth: {}\nauthorization: {}',
    'it has both basic_auth and authorization',
  ],
  [
    'a password that begins like an alias, without repeating it',
    'basic_auth: { username: a, password: *hunter2 }',
    'unidentified alias (line 1)',
  ],
  [
    'a password that begins like a tag, without repeating it',
    'basic_auth:\n  password: !hunter2 x',
    'unknown scalar tag (line 2)',
  ],
  ['a password that is a mapping', 'basic_auth: { password: { hunter2 } }', 'password is not a text'],
  [
    'a password from a device, which may never end',
    'basic_auth: { password_file: /dev/zero }',
    'password_file is a device, not a file',
  ],
  ['a certificate that is a folder', 'tls_config: { ca_file: . }', 'ca_file is a directory'],
  ['credentials that are no mapping', 'authorization: abc', 'authorization is not a mapping'],
  ['a file that is not there', 'tls_config: { ca_file: missing }', 'ENOENT: no such file or directory'],
];
for (const [what, yaml, reason] of REFUSED)
  test(`refuses ${what}`, async (t) => {
    const folder = await folderWith(t, { 'http.yaml': yaml });
    assert.throws(
      () => readHttpConfig('http.yaml', folder),
      (error) =>
        error instanceof CommandError &&
        error.kind === 'usage' &&
        error.message.startsWith(`error: cannot read the HTTP configuration http.yaml: ${reason}`) &&
        !/[\n]|hunter2/.test(error.message) &&
        !error.message.includes('\u001b'),
    );
  });
