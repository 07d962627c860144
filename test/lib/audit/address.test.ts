import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ipsIn, isServedBy, urlsIn } from '../../../lib/audit/address.ts';

const ips: [string, string[]][] = [
  ['http://172.22.0.1:6180/images/a.qcow2', ['172.22.0.1']],
  ['http://me:secret@172.22.0.1/a', ['172.22.0.1']],
  ['http://[fd00:1101::3]:6180/a', ['fd00:1101::3']],
  ['http://[FD00:0:0::3]/a', ['fd00::3']],
  // What resolvers take for an address is one.
  ['http://2886729729/a', ['172.16.0.1']],
  ['http://0x7f.1/a', ['127.0.0.1']],
  ['oci://172.22.0.1/a', ['172.22.0.1']],
  ['172.22.0.1', ['172.22.0.1']],
  ['172.22.0.1:6385', ['172.22.0.1']],
  ['fd00::1', ['fd00::1']],
  ['[fd00::1]:6385', ['fd00::1']],
  ['172.22.0.1,fd00::1', ['172.22.0.1', 'fd00::1']],
  ['http://a/x, http://172.22.0.1/x', ['172.22.0.1']],
  ['172.22.0.0/24', []],
  ['1.2.3', []],
  ['1.2.3.4.example.com', []],
  ['http://1.2.3.4.example.com/a', []],
  ['http://httpd-http/images/172.22.0.1.qcow2', []],
  ['http://httpd-http/?from=172.22.0.1', []],
  ['http://{{ .Values.ip }}/a', []],
  [`http://$\{IP}/172.22.0.1`, []],
  ['http://$(IP)/a', []],
  ['http://<ip>/a', []],
  ['http:///a', []],
  ['', []],
];

for (const [value, found] of ips)
  test(`the IP addresses of ${JSON.stringify(value)}`, () => {
    assert.deepEqual(ipsIn(value), found);
  });

test('every IP address is found as the host of every URL, with a port or without', () => {
  const host = fc.oneof(
    fc.ipV4().map((ip) => ip),
    fc.ipV6().map((ip) => `[${ip}]`),
  );
  fc.assert(
    fc.property(host, fc.option(fc.integer({ min: 1, max: 65_535 })), (ip, port) => {
      const url = `http://${ip}${port === null ? '' : `:${port}`}/images/a.qcow2`;
      // An address with an IPv4 one at its end is written by URLs without it.
      assert.equal(ipsIn(url).length, 1, url);
    }),
  );
});

const served: [string, string, boolean][] = [
  ['http://httpd-http/images/a.qcow2', 'httpd-http', true],
  ['https://httpd-http:8443/a', 'httpd-http', true],
  ['http://httpd-http.metal3/a', 'httpd-http', true],
  ['http://httpd-http.metal3.svc/a', 'httpd-http', true],
  ['http://httpd-http.metal3.svc.cluster.local./a', 'httpd-http', true],
  ['http://httpd-http/a', 'httpd-http.metal3.svc', true],
  ['http://httpd-http.metal3/a', 'httpd-http.metal3.svc', true],
  ['http://httpd-http/a', 'httpd-http:8080', true],
  ['http://httpd-http.other/a', 'httpd-http.metal3.svc', false],
  ['http://httpd-http.example.com/a', 'httpd-http', false],
  ['http://httpd-https/a', 'httpd-http', false],
  ['http://images.example.com/httpd-http', 'httpd-http', false],
  ['http://httpd-http@172.22.0.1/a', 'httpd-http', false],
  ['oci://httpd-http/a', 'httpd-http', false],
  ['nonsense', 'httpd-http', false],
];

for (const [url, service, expected] of served)
  test(`${url} is ${expected ? '' : 'not '}served by ${service}`, () => {
    assert.equal(isServedBy(url, service), expected);
  });

test('addresses in the middle of a text, each once, without what stands around them', () => {
  const text = `url: "http://172.22.0.1/a.qcow2", again (http://172.22.0.1/a.qcow2).
- [http://[fd00::1]:6180/b, https://me:secret@c.example/d?e=f]; ftp://g/h http:// https://i.`;
  assert.deepEqual(urlsIn(text), [
    'http://172.22.0.1/a.qcow2',
    'http://[fd00::1]:6180/b',
    'https://me:secret@c.example/d?e=f',
    'https://i',
  ]);
});
