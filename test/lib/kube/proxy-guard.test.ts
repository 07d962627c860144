import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { type Gate, refusal, SECRET_HEADER } from '../../../lib/kube/proxy/guard.ts';

const PATH = '/apis/metal3.io/v1alpha1/namespaces/metal3/baremetalhosts/host-0';
const gate: Gate = {
  port: 8001,
  secret: 'a-secret-of-this-run',
  allow: [
    { method: 'GET', path: PATH },
    { method: 'PATCH', path: `${PATH}/status` },
  ],
};
const good = { host: '127.0.0.1:8001', [SECRET_HEADER]: gate.secret };

const cases: [string, Parameters<typeof refusal>[0], string | undefined][] = [
  ['what is allowed', { method: 'GET', url: PATH, headers: good }, undefined],
  ['localhost', { method: 'GET', url: PATH, headers: { ...good, host: 'localhost:8001' } }, undefined],
  [
    'a query of ours',
    { method: 'PATCH', url: `${PATH}/status?fieldManager=a&dryRun=All`, headers: good },
    undefined,
  ],
  ['no Host', { method: 'GET', url: PATH, headers: { ...good, host: undefined } }, 'Host'],
  [
    'a name that points here',
    { method: 'GET', url: PATH, headers: { ...good, host: 'evil.example:8001' } },
    'Host',
  ],
  ['another port', { method: 'GET', url: PATH, headers: { ...good, host: '127.0.0.1' } }, 'Host'],
  ['no secret', { method: 'GET', url: PATH, headers: { host: good.host } }, 'secret'],
  ['an empty secret', { method: 'GET', url: PATH, headers: { ...good, [SECRET_HEADER]: '' } }, 'secret'],
  [
    'a wrong secret',
    { method: 'GET', url: PATH, headers: { ...good, [SECRET_HEADER]: 'a-secret-of-that-run' } },
    'secret',
  ],
  [
    'a longer secret',
    { method: 'GET', url: PATH, headers: { ...good, [SECRET_HEADER]: `${gate.secret}x` } },
    'secret',
  ],
  ['another method', { method: 'DELETE', url: PATH, headers: good }, 'method and path'],
  ['a method of another path', { method: 'PATCH', url: PATH, headers: good }, 'method and path'],
  ['another path', { method: 'GET', url: '/api/v1/secrets', headers: good }, 'method and path'],
  ['a longer path', { method: 'GET', url: `${PATH}/scale`, headers: good }, 'method and path'],
  ['a path with dots', { method: 'GET', url: `${PATH}/../host-0`, headers: good }, 'method and path'],
  [
    'an encoded path',
    { method: 'GET', url: PATH.replace('host-0', 'host%2d0'), headers: good },
    'method and path',
  ],
  [
    'an absolute address',
    { method: 'GET', url: `http://127.0.0.1:8001${PATH}`, headers: good },
    'method and path',
  ],
  ['a watch', { method: 'GET', url: `${PATH}?watch=true`, headers: good }, 'query'],
  ['a query twice', { method: 'GET', url: `${PATH}?dryRun=All&dryRun=`, headers: good }, 'query'],
];

for (const [name, request, expected] of cases) {
  test(`proxy guard: ${name}`, () => {
    const why = refusal(request, gate);
    if (expected === undefined) assert.equal(why, undefined);
    else assert.match(why ?? '', new RegExp(expected));
  });
}
