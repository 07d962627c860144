import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bestOf,
  isAmbiguous,
  type Probe,
  probeOf,
  proxyPath,
  type ServiceAddress,
  serviceAddress,
} from '../../../lib/hosts/probe.ts';

const service = { namespace: 'images', name: 'httpd-http' };
const IMAGE = '/images/a.qcow2';
const named: ServiceAddress = { scheme: 'http', name: 'httpd-http', port: 80, path: IMAGE };

const addresses: [string, ServiceAddress | undefined][] = [
  [`http://httpd-http${IMAGE}`, named],
  [`http://httpd-http:8080${IMAGE}?part=1`, { ...named, port: 8080, path: `${IMAGE}?part=1` }],
  [`https://httpd-http${IMAGE}`, { ...named, scheme: 'https', port: 443 }],
  [`http://user:secret@httpd-http${IMAGE}`, named],
  ['http://httpd-http', { ...named, path: '/' }],
  [`http://httpd-http.images${IMAGE}`, { ...named, namespace: 'images' }],
  [`http://httpd-http.images.svc${IMAGE}`, { ...named, namespace: 'images' }],
  [`http://httpd-http.images.svc.cluster.local${IMAGE}`, { ...named, namespace: 'images' }],
  [`http://httpd-http.images.svc.example.org.${IMAGE}`, { ...named, namespace: 'images' }],
  [`http://images.example.org${IMAGE}`, undefined],
  [`http://172.22.0.1:6180${IMAGE}`, undefined],
  [`http://[fd00:1101::3]${IMAGE}`, undefined],
  [`http://httpd_http${IMAGE}`, undefined],
  ['oci://registry/image', undefined],
  ['a.qcow2', undefined],
  ['', undefined],
];

for (const [url, expected] of addresses)
  test(`the service in ${JSON.stringify(url)}: ${expected ? JSON.stringify(expected) : 'none'}`, () =>
    assert.deepEqual(serviceAddress(url), expected));

test('the proxy path has the port number, and the scheme unless it is http', () => {
  const base = '/api/v1/namespaces/images/services';
  assert.equal(proxyPath(named, 'images'), `${base}/httpd-http:80/proxy${IMAGE}`);
  const secure: ServiceAddress = { ...named, scheme: 'https', port: 8443, path: '/?a=b' };
  assert.equal(proxyPath(secure, 'images'), `${base}/https:httpd-http:8443/proxy/?a=b`);
});

const json = 'application/json';
const refusal = (message: string) => JSON.stringify({ kind: 'Status', message });

const answers: [string, { status: number; contentType?: string; body?: string }, Probe['kind'], RegExp?][] = [
  ['200', { status: 200 }, 'served'],
  ['206', { status: 206 }, 'served'],
  ['200 of a JSON file', { status: 200, contentType: json, body: '{}' }, 'served'],
  ["the image server's own 404", { status: 404, contentType: 'text/html' }, 'absent'],
  [
    "the image server's own 404 in JSON",
    { status: 404, contentType: json, body: '{"error":"gone"}' },
    'absent',
  ],
  ['a 404 in what is no JSON', { status: 404, contentType: json, body: '{"kind":"Sta' }, 'absent'],
  [
    "the API server's 404",
    { status: 404, contentType: json, body: refusal('services "httpd-http" not found') },
    'unknown',
    /^there is no service images\/httpd-http, or it has no endpoints$/,
  ],
  [
    'a missing right',
    { status: 403, contentType: json, body: refusal('services "httpd-http:80" is forbidden') },
    'unknown',
    /^not allowed to reach service /,
  ],
  [
    'no pods',
    { status: 503, contentType: json, body: refusal('no endpoints available for service\u001b[2J') },
    'unknown',
    /^the API server cannot reach service images\/httpd-http: no endpoints available for service\\x1b\[2J$/,
  ],
  ['its own 403', { status: 403, contentType: 'text/plain' }, 'unknown', /answers 403/],
  ['401', { status: 401 }, 'unknown', /answers 401/],
  ['a redirect', { status: 302 }, 'unknown', /redirects \(302\)$/],
  ['405', { status: 405 }, 'unknown', /answers 405$/],
  ['502', { status: 502 }, 'unknown', /answers 502$/],
  ['503', { status: 503 }, 'unknown', /answers 503$/],
  ['504', { status: 504 }, 'unknown', /answers 504$/],
];

for (const [name, { status, contentType = '', body = '' }, kind, reason] of answers)
  test(`${name}: ${kind}`, () => {
    const probe = probeOf({ status, contentType, body }, service);
    assert.equal(probe.kind, kind);
    if (probe.kind !== 'unknown') return;
    assert.match(probe.reason, reason ?? assert.fail('no reason is expected'));
    assert.notEqual(probe.hint, '');
  });

test('reads the body of a JSON error, which may be from the API server itself', () => {
  const ambiguous = (status: number, contentType: string) => isAmbiguous({ status, contentType });
  assert.equal(ambiguous(404, json), true);
  assert.equal(ambiguous(503, `${json}; charset=utf-8`), true);
  assert.equal(ambiguous(200, json), false);
  assert.equal(ambiguous(404, 'text/html'), false);
  assert.equal(ambiguous(404, ''), false);
});

test('for several services, one that serves is enough, and absent needs all of them', () => {
  const served = { probe: { kind: 'served' } } as const;
  const absent = { probe: { kind: 'absent' } } as const;
  const dunno = { probe: { kind: 'unknown', reason: 'why', hint: 'what' } } as const;
  assert.equal(bestOf([absent, dunno, served]), served);
  assert.equal(bestOf([absent, dunno]), dunno);
  assert.equal(bestOf([absent, absent]), absent);
  assert.equal(bestOf([]), undefined);
});
