import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  algorithmOf,
  contradicts,
  followsNamePattern,
  hasAddressHost,
  type TargetOptions,
  targetOf,
} from '../../../lib/hosts/image.ts';
import { NEW, OLD } from '../../support/records.ts';

const images = 'http://httpd-http/images/';

const targets: [
  string,
  string | undefined,
  TargetOptions,
  { url: string; checksum: string; checksumType?: string } | undefined,
][] = [
  ['keeps the last path part', OLD.url, {}, NEW],
  ['drops query and fragment', `${OLD.url}?a=b#c`, {}, NEW],
  [
    'keeps what is escaped',
    'http://10.0.0.1/a/b%20c.qcow2',
    {},
    { url: `${images}b%20c.qcow2`, checksum: `${images}b%20c.qcow2.md5sum` },
  ],
  [
    'takes another service',
    OLD.url,
    { service: 'images.metal.svc' },
    {
      url: 'http://images.metal.svc/images/metal-std-ubuntu.qcow2',
      checksum: 'http://images.metal.svc/images/metal-std-ubuntu.qcow2.md5sum',
    },
  ],
  [
    'takes an image name',
    OLD.url,
    { imageName: 'a-b-c.qcow2' },
    { url: `${images}a-b-c.qcow2`, checksum: `${images}a-b-c.qcow2.md5sum` },
  ],
  [
    'completes an image name',
    undefined,
    { imageName: 'a-b-c22.04' },
    { url: `${images}a-b-c22.04.qcow2`, checksum: `${images}a-b-c22.04.qcow2.md5sum` },
  ],
  [
    'takes whole addresses',
    OLD.url,
    { imageUrl: 'https://i/x.raw', checksumUrl: 'https://i/x.sums' },
    { url: 'https://i/x.raw', checksum: 'https://i/x.sums' },
  ],
  [
    'takes a checksum type',
    OLD.url,
    { checksumType: 'sha256' },
    { url: NEW.url, checksum: `${NEW.url}.sha256sum`, checksumType: 'sha256' },
  ],
  ['knows no name without a path', 'http://10.0.0.1/', {}, undefined],
  ['knows no name without an address', undefined, {}, undefined],
  ['knows no name in what is no address', 'nonsense', {}, undefined],
];
for (const [name, current, options, expected] of targets)
  test(`target: ${name}`, () => assert.deepEqual(targetOf(current, options), expected));

test('target: a checksum of type auto keeps the algorithm that its form shows', () => {
  const of = (checksum: string, checksumType: string) =>
    targetOf(OLD.url, {}, { checksum, checksumType })?.checksum;
  assert.equal(of(`${OLD.url}.sha512sum`, 'auto'), `${NEW.url}.sha512sum`);
  assert.equal(of('a'.repeat(64), 'auto'), `${NEW.url}.sha256sum`);
  assert.equal(of(`${OLD.url}.sums`, 'auto'), `${NEW.url}.md5sum`);
  assert.equal(of(`${OLD.url}.sha512sum`, 'sha512'), `${NEW.url}.md5sum`);
});

const requests: [TargetOptions, boolean][] = [
  [{}, false],
  [{ service: 'httpd-http' }, false],
  [{ service: 'other' }, true],
  [{ imageName: 'metal-std-ubuntu' }, false],
  [{ imageName: 'metal-gpu-ubuntu.qcow2' }, true],
  [{ imageUrl: NEW.url, checksumUrl: NEW.checksum }, false],
  [{ imageUrl: NEW.url, checksumUrl: `${NEW.url}.sha256sum` }, true],
  [{ imageUrl: OLD.url, checksumUrl: NEW.checksum }, true],
  [{ checksumType: 'sha256' }, true],
];
for (const [options, expected] of requests)
  test(`contradicts ${JSON.stringify(options)}: ${expected}`, () =>
    assert.equal(contradicts(options, NEW), expected));

test('flags that are not given never contradict an address', () => {
  assert.equal(contradicts({}, { url: 'https://i/x.raw', checksum: 'https://i/x.sums' }), false);
});

const hosts: [string | undefined, boolean][] = [
  ['http://10.96.14.7/x', true],
  ['http://10.96.14.7:8080/x', true],
  ['http://[fd00::1]/x', true],
  ['http://0x0a000001/x', true],
  ['http://user:word@10.0.0.1/x', true],
  ['http://httpd-http/x', false],
  ['http://10.0.0.1.nip.io/x', false],
  ['nonsense', false],
  ['', false],
  [undefined, false],
];
for (const [url, expected] of hosts)
  test(`contains an IP address: ${url}`, () => assert.equal(hasAddressHost(url), expected));

const checksums: [string, string | undefined][] = [
  [NEW.checksum, 'md5'],
  ['http://h/x.md5', 'md5'],
  ['http://h/x.sha256sum', 'sha256'],
  ['http://h/x.SHA512SUMS', 'sha512'],
  ['http://h/x.sha256sum?a=.md5sum', 'sha256'],
  ['d41d8cd98f00b204e9800998ecf8427e', 'md5'],
  ['a'.repeat(64), 'sha256'],
  ['a'.repeat(128), 'sha512'],
  ['a'.repeat(40), undefined],
  ['http://h/checksums', undefined],
];
for (const [checksum, expected] of checksums)
  test(`algorithm of ${checksum.slice(0, 40)}`, () => assert.equal(algorithmOf(checksum), expected));

const names: [string, boolean][] = [
  [NEW.url, true],
  ['http://h/images/metal-hpc-rocky-9.qcow2', true],
  ['http://h/images/ubuntu.qcow2', false],
  ['http://h/images/metal-std-ubuntu.raw', false],
];
for (const [url, expected] of names)
  test(`name pattern of ${url}`, () => assert.equal(followsNamePattern(url), expected));
