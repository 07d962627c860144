import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Finding, HIDDEN } from '../../../lib/audit/finding.ts';
import { type Expectation, findingsIn } from '../../../lib/audit/judge.ts';

const expectation: Expectation = { service: 'httpd-http', flavors: [], from: 'cluster' };

const host = (url: string, more: object = {}): object => ({
  apiVersion: 'metal3.io/v1alpha1',
  kind: 'BareMetalHost',
  metadata: { name: 'worker-0', namespace: 'metal3' },
  spec: { image: { url, ...more } },
});

/** A host that can be repaired. */
const provisioned = (url: string): object => ({
  ...host(url, { checksum: `${url}.md5sum` }),
  status: { provisioning: { state: 'provisioned', image: { url, checksum: `${url}.md5sum` } } },
});

const told = (object: object, other: Partial<Expectation> = {}): string[] =>
  findingsIn(object, { ...expectation, ...other }).map(
    ({ rule, level, message }) => `${rule} ${level}: ${message}`,
  );

test('a finding has its place, message, hint and replacement', () => {
  const [finding, ...rest] = findingsIn(
    provisioned('http://172.22.0.1:6180/images/a-hpc-b.qcow2'),
    expectation,
  );
  assert.deepEqual(finding, {
    rule: 'ip-address',
    level: 'error',
    kind: 'BareMetalHost',
    apiVersion: 'metal3.io/v1alpha1',
    namespace: 'metal3',
    name: 'worker-0',
    path: ['spec', 'image', 'url'],
    value: 'http://172.22.0.1:6180/images/a-hpc-b.qcow2',
    message: 'the address names its host by IP: 172.22.0.1',
    hint: 'run kubectl bmh repair worker-0 -n metal3 --preventive; never change spec.image.url alone: that wipes the host',
    replacement: 'http://httpd-http/images/a-hpc-b.qcow2',
    repairable: true,
  } satisfies Finding);
  assert.equal(rest.length, 3);
});

const addresses: [string, string[]][] = [
  ['http://httpd-http/images/a-std-b.qcow2', []],
  ['http://httpd-http.metal3.svc/images/a-gpu-b.qcow2', []],
  ['http://172.22.0.1/a-hpc-b.qcow2', ['ip-address error: the address names its host by IP: 172.22.0.1']],
  ['http://[fd00::1]/a-hpc-b.qcow2', ['ip-address error: the address names its host by IP: fd00::1']],
  [
    'https://me:secret@images.example.com:8443/a-hpc-b.qcow2',
    ['outside-service warning: images.example.com:8443 is not the stable service httpd-http'],
  ],
  [
    'http://172.22.0.1/rescue.qcow2',
    [
      'ip-address error: the address names its host by IP: 172.22.0.1',
      'image-name warning: rescue.qcow2 does not match <platform>-<flavor>-<os>.qcow2',
    ],
  ],
  [
    'http://httpd-http/images/a-big-b.qcow2',
    ['image-name warning: a-big-b.qcow2 has no known flavor (standard, std, hpc, gpu)'],
  ],
  ['http://httpd-http/images/', ['image-name warning: the address does not end with an image name']],
  [
    'http://httpd-http/images/a-hpc-b.raw',
    ['image-name warning: a-hpc-b.raw does not match <platform>-<flavor>-<os>.qcow2'],
  ],
  ['http://httpd-http/images/my-cloud-HPC-rocky-9.qcow2', []],
];

for (const [url, findings] of addresses)
  test(`checks a host with ${url}`, () => assert.deepEqual(told(host(url)), findings));

test('accepts another service and other flavors', () => {
  const url = 'http://images.metal3/x-big-mem-y.qcow2';
  assert.deepEqual(told(host(url), { service: 'images', flavors: ['Big-Mem'] }), []);
  const [finding] = findingsIn(provisioned('http://172.22.0.1/a-hpc-b.qcow2'), {
    ...expectation,
    service: 'images.metal3.svc',
  });
  assert.equal(finding?.replacement, 'http://images.metal3.svc/images/a-hpc-b.qcow2');
  assert.match(
    finding?.hint ?? '',
    /^run kubectl bmh repair worker-0 -n metal3 --service images\.metal3\.svc /,
  );
});

test('reports a current IP address of the service only as pinned-to-service-ip', () => {
  const pins = new Map([['10.0.0.7', 'service metal3/httpd-http']]);
  assert.deepEqual(told(host('http://10.0.0.7/a-hpc-b.qcow2'), { pins }), [
    'pinned-to-service-ip error: 10.0.0.7 is the IP address of service metal3/httpd-http: it changes when that is recreated',
  ]);
});

test('lastAttemptedImage is only a note once the host is repaired', () => {
  const old = { url: 'http://172.22.0.1/a-std-b.qcow2', checksum: 'http://172.22.0.1/a-std-b.qcow2.md5sum' };
  const found = (url: string) => {
    const { status, ...host } = provisioned(url) as { status: object };
    const kept = { ...host, status: { ...status, lastAttemptedImage: old } };
    return findingsIn(kept, { ...expectation, from: 'cluster' }).filter(
      ({ path }) => path[1] === 'lastAttemptedImage',
    );
  };
  assert.deepEqual(
    found('http://httpd-http/images/a-std-b.qcow2').map(({ level, rule }) => [level, rule]),
    [
      ['note', 'ip-address'],
      ['note', 'ip-address'],
    ],
  );
  assert.ok(found(old.url).every(({ level }) => level !== 'note'));
});

test('Ironic as the image server: its own address is a note, its boot images are a warning', () => {
  const pins = new Map([['172.22.0.2', 'a pod behind service metal3/httpd-http']]);
  const data = { PROVISIONING_IP: '172.22.0.2', CACHEURL: 'http://172.22.0.2/images' };
  assert.deepEqual(told(object('ConfigMap', { data }), { pins }), [
    'ip-address warning: the address names its host by IP: 172.22.0.2',
    'ip-address note: the address names its host by IP: 172.22.0.2',
  ]);
});

test('gives no replacement for addresses with credentials, a query, a fragment or oci://', () => {
  const replaced = (url: string, more?: object) =>
    findingsIn(host(url, more), expectation).map(({ replacement }) => replacement);
  const checksum = 'http://172.22.0.1/a-hpc-b.qcow2.sha256sum';
  assert.deepEqual(replaced('http://172.22.0.1/a-hpc-b.qcow2', { checksum }), [
    'http://httpd-http/images/a-hpc-b.qcow2',
    'http://httpd-http/images/a-hpc-b.qcow2.sha256sum',
  ]);
  for (const url of [
    'http://me:secret@172.22.0.1/a-hpc-b.qcow2',
    'http://172.22.0.1/a-hpc-b.qcow2?token=1',
    'http://172.22.0.1/a-hpc-b.qcow2#a',
    'oci://172.22.0.1/a-hpc-b.qcow2',
  ])
    assert.deepEqual(replaced(url), [undefined], url);
});

const image = { url: 'http://172.22.0.1/a-hpc-b.qcow2' };
const object = (kind: string, rest: object): object => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'ironic' },
  ...rest,
});

const applied = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ spec: { image } }) };

const levels: [object, string[]][] = [
  [object('BareMetalHost', { metadata: { annotations: applied } }), ['warning']],
  [object('BareMetalHost', { status: { provisioning: { image } } }), ['error']],
  [object('DataImage', { spec: image }), ['error']],
  [object('HostFirmwareComponents', { spec: { updates: [image] } }), ['warning']],
  [object('PreprovisioningImage', { status: { imageUrl: image.url } }), ['note']],
  [object('Ironic', { spec: { networking: { ipAddress: '172.22.0.2' } } }), ['note']],
  [
    object('ConfigMap', { data: { CACHEURL: image.url, PROVISIONING_IP: '172.22.0.2' } }),
    ['warning', 'note'],
  ],
];

for (const [one, expected] of levels)
  test(`level of an IP address in ${JSON.stringify(one).slice(0, 70)}`, () => {
    assert.deepEqual(
      findingsIn(one, expectation).map(({ level }) => level),
      expected,
    );
  });

test('accepts any host name for firmware and settings', () => {
  const updates = [{ url: 'https://firmware.example.com/bios.bin' }];
  assert.deepEqual(told(object('HostFirmwareComponents', { spec: { updates } })), []);
  assert.deepEqual(
    told(object('ConfigMap', { data: { DEPLOY_KERNEL_URL: 'http://ironic/ipa.kernel' } })),
    [],
  );
});

test('Ironic endpoints may keep their address, images may not', () => {
  const hintsOf = (data: object) =>
    findingsIn(object('ConfigMap', { data }), expectation).map(({ hint }) => hint);
  const [endpoint] = hintsOf({ IRONIC_ENDPOINT: 'http://172.22.0.2:6385/v1/' });
  const [node] = hintsOf({ NODE_IMAGE: 'http://172.22.0.1/images/a-std-b.qcow2' });
  assert.match(endpoint ?? '', /^leave it if the address is on the provisioning network/);
  assert.match(node ?? '', /^change (it|this) /);
});

test('the hint for a host in a file repairs the host before the sync', () => {
  const [finding] = findingsIn(host(image.url), { ...expectation, from: 'file' });
  assert.equal(
    finding?.hint,
    'suspend its sync, change this to http://httpd-http/images/a-hpc-b.qcow2, run kubectl bmh repair worker-0 -n metal3 --preventive --accept gitops, resume the sync last: syncing earlier wipes the host',
  );
});

test('hints for files give a replacement, or say that the address has no effect', () => {
  const saved = { 'baremetalhost.metal3.io/status': JSON.stringify({ provisioning: { image } }) };
  const hints = (one: object) =>
    findingsIn(one, { ...expectation, from: 'file' }).map(({ level, hint }) => `${level}: ${hint}`);
  assert.deepEqual(hints(object('BareMetalHost', { status: { provisioning: { image } } })), [
    'note: remove the status from the file: nothing reads it from there, and the operator writes its own',
  ]);
  assert.deepEqual(hints(object('DataImage', { status: { attachedImage: image } })), [
    'note: remove the status from the file: nothing reads it from there, and the operator writes its own',
  ]);
  assert.deepEqual(hints(object('BareMetalHost', { metadata: { name: 'a', annotations: saved } })), [
    "error: leave it: the operator restores the host's status from it; once it is in the cluster, run kubectl bmh repair a --preventive",
  ]);
  const filledIn = { url: `http://172.22.0.1/images/$\{IMG}` };
  for (const kind of ['BareMetalHost', 'HostClaim'])
    assert.match(
      hints(object(kind, { spec: { image: filledIn } })).join(),
      /change this to the same file at httpd-http/,
    );
});

const refusing: [string, object][] = [
  ['is not provisioned', host(image.url)],
  ['is externally provisioned', withSpec({ externallyProvisioned: true })],
  [
    'another user has paused',
    {
      ...provisioned(image.url),
      metadata: {
        name: 'worker-0',
        namespace: 'metal3',
        annotations: { 'baremetalhost.metal3.io/paused': '' },
      },
    },
  ],
  [
    'a GitOps controller manages',
    {
      ...provisioned(image.url),
      metadata: {
        name: 'worker-0',
        namespace: 'metal3',
        labels: {
          'kustomize.toolkit.fluxcd.io/name': 'hosts',
          'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
        },
      },
    },
  ],
];

for (const [what, one] of refusing)
  test(`the hint names no repair for a host that ${what}`, () => {
    const [finding] = findingsIn(one, expectation);
    assert.equal(
      finding?.hint,
      'find out what blocks a repair: kubectl bmh diagnose worker-0 -n metal3; never change spec.image.url alone: that wipes a provisioned host',
    );
  });

function withSpec(more: object): object {
  const { spec, ...rest } = provisioned(image.url) as { spec: object };
  return { ...rest, spec: { ...spec, ...more } };
}

test('the hint for an image outside the service has the override that the repair needs', () => {
  const url = 'http://images.example.com/a-hpc-b.qcow2';
  const hints = (['cluster', 'file'] as const).map(
    (from) => findingsIn(provisioned(url), { ...expectation, from })[0]?.hint,
  );
  assert.deepEqual(hints, [
    'check that httpd-http serves this image, then run kubectl bmh repair worker-0 -n metal3 --preventive --accept address-not-ip; never change spec.image.url alone: that wipes the host',
    'check that httpd-http serves this image, suspend its sync, change this to http://httpd-http/images/a-hpc-b.qcow2, run kubectl bmh repair worker-0 -n metal3 --preventive --accept gitops --accept address-not-ip, resume the sync last: syncing earlier wipes the host',
  ]);
});

test('an image of a Metal3Machine is a warning in a cluster and an error in a file', () => {
  const machine = object('Metal3Machine', { spec: { image } });
  const levelIn = (from: 'cluster' | 'file') => findingsIn(machine, { ...expectation, from })[0]?.level;
  assert.deepEqual([levelIn('cluster'), levelIn('file')], ['warning', 'error']);
});

test('reports an address in a Secret once, without its contents', () => {
  const userData = btoa('curl http://172.22.0.1/hunter2 http://172.22.0.2/hunter2');
  const findings = findingsIn(object('Secret', { data: { userData } }), expectation);
  assert.deepEqual(
    findings.map(({ value, path }) => [value, path]),
    [[HIDDEN, ['data', 'userData']]],
  );
  assert.doesNotMatch(JSON.stringify(findings), /hunter2|172\.22/);
});

test('no replacement violates an address rule', () => {
  const part = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  fc.assert(
    fc.property(fc.ipV4(), part, part, fc.constantFrom('std', 'hpc', 'gpu'), (ip, platform, os, flavor) => {
      const url = `http://${ip}:6180/${platform}/${platform}-${flavor}-${os}.qcow2`;
      const [finding] = findingsIn(host(url), expectation);
      assert.deepEqual(told(host(finding?.replacement ?? '')), []);
      assert.ok(finding?.replacement?.endsWith(`/${platform}-${flavor}-${os}.qcow2`));
    }),
  );
});
