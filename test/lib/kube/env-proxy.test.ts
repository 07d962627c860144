import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { environmentProxy } from '../../../lib/kube/http/agent.ts';

const PROXY = { HTTPS_PROXY: 'http://proxy:3128' };

const cases: [string, Record<string, string>, string | undefined][] = [
  ['https://k8s.example:6443', {}, undefined],
  ['https://k8s.example:6443', PROXY, 'http://proxy:3128'],
  ['https://k8s.example:6443', { https_proxy: 'proxy:3128' }, 'http://proxy:3128'],
  ['https://k8s.example:6443', { HTTP_PROXY: 'http://proxy' }, undefined],
  ['http://k8s.example', { HTTP_PROXY: 'http://proxy' }, 'http://proxy'],
  ['http://k8s.example', { HTTP_PROXY: 'http://evil', REQUEST_METHOD: 'GET' }, undefined],
  ['https://localhost:6443', PROXY, undefined],
  ['https://127.8.9.1:6443', PROXY, undefined],
  ['https://[::1]:6443', PROXY, undefined],
  ['https://k8s.example:6443', { ...PROXY, NO_PROXY: '*' }, undefined],
  ['https://k8s.example:6443', { ...PROXY, no_proxy: 'other, K8S.example' }, undefined],
  ['https://a.k8s.example', { ...PROXY, NO_PROXY: 'k8s.example' }, undefined],
  ['https://k8s.example', { ...PROXY, NO_PROXY: '.k8s.example' }, 'http://proxy:3128'],
  ['https://a.k8s.example', { ...PROXY, NO_PROXY: '*.k8s.example' }, undefined],
  ['https://notk8s.example', { ...PROXY, NO_PROXY: 'k8s.example' }, 'http://proxy:3128'],
  ['https://k8s.example:6443', { ...PROXY, NO_PROXY: 'k8s.example:443' }, 'http://proxy:3128'],
  ['https://k8s.example', { ...PROXY, NO_PROXY: 'k8s.example:443' }, undefined],
  ['https://10.1.2.3:6443', { ...PROXY, NO_PROXY: '10.0.0.0/8' }, undefined],
  ['https://11.1.2.3:6443', { ...PROXY, NO_PROXY: '10.0.0.0/8' }, 'http://proxy:3128'],
  ['https://10.1.2.3:6443', { ...PROXY, NO_PROXY: '10.0.0.0/99' }, 'http://proxy:3128'],
  ['https://10.1.2.3', { ...PROXY, NO_PROXY: '10.1.2.3' }, undefined],
  ['https://[fd00::1]:6443', { ...PROXY, NO_PROXY: 'fd00::/8' }, undefined],
];

for (const [server, env, expected] of cases) {
  test(`${server} with ${JSON.stringify(env)}`, () => {
    assert.equal(environmentProxy(new URL(server), env), expected);
  });
}
