import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSecrets } from '../../../lib/values/secret-lines.ts';
import { assertLinear } from '../../support/effort.ts';

const HIDES: [text: string, shown: string][] = [
  ['adminPassword: hunter2', 'adminPassword: ***'],
  ['  adminPassword: "hun, ter2" # c', '  adminPassword: ***'],
  ['adminPasword: hunter2', 'adminPasword: ***'],
  ['adminPassword:\n  hunter2\nb: 1', 'adminPassword:\n  ***\nb: 1'],
  ['adminPassword: # c\n  "hunter2"', 'adminPassword: # c\n  ***'],
  ['password: |\n  hunter2\n\n  more\nb: 1', 'password: |\n  ***\n\n  ***\nb: 1'],
  ['password: "hunter2\n  more"\nb: 1', 'password: ***\n  ***\nb: 1'],
  ['? adminPassword\n: hunter2', '? adminPassword\n***'],
  ['ui: {adminPassword: hunter2, replicas: 2}', 'ui: {adminPassword: ***, replicas: 2}'],
  ['ui: {a: 1, token: "a, b", password: x}', 'ui: {a: 1, token: ***, password: ***}'],
  ['{"ui":{"adminPassword":"hunter2","a":1}}', '{"ui":{"adminPassword": ***,"a":1}}'],
  ['- url: https://hooks.example.com/T/B/x', '- url: ***'],
  ['slack_api_url: https://hooks.example.com/x', 'slack_api_url: ***'],
  ['routing_key: x', 'routing_key: ***'],
  ['- name: DB_PASSWORD\n  value: hunter2', '- name: DB_PASSWORD\n  value: ***'],
  ['- --token=hunter2', '- --token=***'],
  ['- https://hooks.example.com/x/y', '- https://hooks.example.com/***'],
  ['server: https://u:pw@h.example/', 'server: https://***@h.example/'],
  ['a: 1\radminPassword: hunter2', '***'],
];

for (const [text, shown] of HIDES)
  test(`hides the secret in ${JSON.stringify(text)}`, () => {
    assert.deepEqual(withoutSecrets(text), shown.split('\n'));
  });

const SHOWS = [
  'existingSecret: grafana-admin',
  '  admin: {existingSecret: a, userKey: b, passwordKey: c}',
  'secretName: grafana-tls',
  'root_url: https://g.example.com',
  'externalUrl: https://p.example.com',
  'automountServiceAccountToken: true',
  'auth:\n  anonymous:\n    enabled: true',
  'api_url_file: /etc/url',
  '- name: A\n  value: b',
];

for (const text of SHOWS)
  test(`shows ${JSON.stringify(text)}`, () => {
    assert.deepEqual(withoutSecrets(text), text.split('\n'));
  });

for (const [start, part] of [
  ['', 'a'],
  ['x: ', 'url'],
  ['', '{'],
  ['', 'a:'],
] as const)
  test(`reads a long line of ${part} in linear time`, () =>
    assertLinear((count) => start + part.repeat(count), withoutSecrets, 25_000));
