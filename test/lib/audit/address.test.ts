import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ipsIn, isOpen, isServedBy, urlsIn } from '../../../lib/audit/address.ts';

const ips: [string, string[]][] = [
  ['http://172.22.0.1:6180/images/a.qcow2', ['172.22.0.1']],
  ['http://me:secret@172.22.0.1/a', ['172.22.0.1']],
  ['http://[fd00:1101::3]:6180/a', ['fd00:1101::3']],
  ['http://[FD00:0:0::3]/a', ['fd00::3']],
  // Resolvers accept these as addresses.
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
  ['HTTP://172.22.0.1/a', ['172.22.0.1']],
  ['http://172.22.1/a', ['172.22.0.1']],
  ['http://0xac160001/a', ['172.22.0.1']],
  ['http://172.22.0.1\\a', ['172.22.0.1']],
  // Go and Python's requests find no host in these, so nothing is fetched.
  ['http:/172.22.0.1/a', []],
  ['http:172.22.0.1/a', []],
  ['http:///172.22.0.1/a', []],
  ['http:\\\\172.22.0.1\\a', []],
  // A zone belongs to the machine that sends the request, not to the address.
  ['http://[fe80::1%25eth0]/a', ['fe80::1']],
  ['http://[fe80::1%eth0]:80/a', ['fe80::1']],
  ['fe80::1%eth0', ['fe80::1']],
  // Only placeholders in the host matter.
  [`http://172.22.0.1/images/$\{IMG}.qcow2`, ['172.22.0.1']],
  ['http://172.22.0.1/images/$(IMG).qcow2', ['172.22.0.1']],
  ['http://172.22.0.1/images/{{ img }}', ['172.22.0.1']],
  ['http://172.22.0.1/images/{{ .Values.img | default "a b/c" }}.qcow2', ['172.22.0.1']],
  ['http://172.22.0.1/images/<image_name>.qcow2', ['172.22.0.1']],
  ['http://172.22.0.1/images/%s.qcow2', ['172.22.0.1']],
  [`http://172.22.0.1:$\{PORT}/a`, ['172.22.0.1']],
  [`$\{SCHEME}://172.22.0.1/a`, ['172.22.0.1']],
  [`http://$\{USER}:{{ .password }}@172.22.0.1/a`, ['172.22.0.1']],
  [`http://[fd00::1]:$\{PORT}/$\{IMG}`, ['fd00::1']],
  [`http://0254.026.0.1/$\{IMG}`, ['172.22.0.1']],
  [`http://2886729729/$\{IMG}`, ['172.16.0.1']],
  [`http://0x7f.1/$\{IMG}`, ['127.0.0.1']],
  [`172.22.0.1:$\{PORT}`, ['172.22.0.1']],
  [`172.22.0.1,$\{OTHER}`, ['172.22.0.1']],
  [`http://172.22.$\{NET}.1/a`, []],
  [`http://httpd-http/images/$\{IMG}`, []],
  ['', []],
];

for (const [value, found] of ips)
  test(`ipsIn finds the IP addresses of ${JSON.stringify(value)}`, () => {
    assert.deepEqual(ipsIn(value), found);
  });

const open: [string, boolean][] = [
  [`http://$\{IP}/a`, true],
  ['http://$(IP)/a', true],
  ['http://$IP/a', true],
  ['http://{{ include "host" . }}/a', true],
  ['http://<ip>:80/a', true],
  ['http://%s/a', true],
  ['http://{ip}/a', true],
  [`http://172.22.$\{NET}.1/a`, true],
  [`http://images.$\{DOMAIN}/a`, true],
  [`$\{BASE}/images/a.qcow2`, true],
  [`$\{URL}`, true],
  [`172.22.0.1,$\{OTHER}`, true],
  ['http://my host/a', false],
  ['http://my^host/a', true],
  ['http:/172.22.0.1/a', true],
  ['http:172.22.0.1/a', true],
  ['https:///172.22.0.1/a', true],
  ['http:\\\\172.22.0.1\\a', true],
  ['http:/httpd-http/a', true],
  ['http:', false],
  ['http://', false],
  ['http://[fe80::1%25eth0]/a', false],
  [`http://172.22.0.1:$\{PORT}/$\{IMG}`, false],
  [`http://images.example.com/$\{IMG}`, false],
  [`file:///shared/$\{IMG}`, false],
  ['d41d8cd98f00b204e9800998ecf8427e', false],
  ['', false],
];

for (const [value, expected] of open)
  test(`the host of ${JSON.stringify(value)} is ${expected ? 'unknown' : 'known'}`, () => {
    assert.equal(isOpen(value), expected);
  });

test('ipsIn finds every IP address as the host of a URL, with or without a port', () => {
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
  [`http://httpd-http:$\{PORT}/$\{IMG}`, 'httpd-http', true],
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

test('urlsIn finds each URL in a text once, without surrounding punctuation', () => {
  const text = `url: "http://172.22.0.1/a.qcow2", again (http://172.22.0.1/a.qcow2).
- [http://[fd00::1]:6180/b, https://me:secret@c.example/d?e=f]; ftp://g/h http:// https://i.`;
  assert.deepEqual(urlsIn(text), [
    'http://172.22.0.1/a.qcow2',
    'http://[fd00::1]:6180/b',
    'https://me:secret@c.example/d?e=f',
    'https://i',
  ]);
});

test('urlsIn finds a URL with a zone', () => {
  assert.deepEqual(urlsIn('curl http://[fe80::1%25eth0]:80/a.qcow2; x'), [
    'http://[fe80::1%25eth0]:80/a.qcow2',
  ]);
});

test('urlsIn finds URLs with placeholders', () => {
  const text = `curl "http://172.22.0.1/$\{IMG}.qcow2" http://172.22.0.1/{{ .a "b c" }}.raw http://{{ host }}/a.iso;
(http://u:$(PW)@10.0.0.1:$\{PORT}/<name>.img) <a>http://10.0.0.2/b.qcow2<br>`;
  assert.deepEqual(urlsIn(text), [
    `http://172.22.0.1/$\{IMG}.qcow2`,
    'http://172.22.0.1/{{ .a "b c" }}.raw',
    'http://{{ host }}/a.iso',
    `http://u:$(PW)@10.0.0.1:$\{PORT}/<name>.img`,
    'http://10.0.0.2/b.qcow2',
  ]);
});
