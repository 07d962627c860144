import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldText } from '../../../lib/audit/finding.ts';
import { addressesIn } from '../../../lib/audit/places.ts';

const url = 'http://172.22.0.1/images/a-hpc-b.qcow2';
const checksum = `${url}.md5sum`;
const image = { url, checksum };
const name = 'x';

/** An object, and its places: field, role, and flags: named (n), fixable (f), secret (s). */
const rows: [string, object, string[]][] = [
  [
    'BareMetalHost',
    {
      spec: { image, bmc: { address: 'redfish+http://172.22.0.1/redfish/v1' } },
      status: { provisioning: { image }, lastAttemptedImage: image },
    },
    [
      'spec.image.url image nf',
      'spec.image.checksum checksum f',
      'status.provisioning.image.url image ',
      'status.provisioning.image.checksum checksum ',
      'status.lastAttemptedImage.url image ',
      'status.lastAttemptedImage.checksum checksum ',
    ],
  ],
  [
    'BareMetalHost',
    { spec: { image: { url, checksum: 'd41d8cd98f00b204e9800998ecf8427e' } } },
    ['spec.image.url image nf'],
  ],
  [
    'BareMetalHost',
    { spec: { image: { url: `http://$\{IP}/a`, checksum: 7 } }, status: null },
    ['spec.image.url image nf'],
  ],
  ['BareMetalHost', { spec: { image: { url, format: 'live-iso' } } }, ['spec.image.url image ']],
  ['BareMetalHost', { spec: { image: { url: 'oci://quay.io/a:b' } } }, ['spec.image.url image ']],
  ['BareMetalHost', { spec: { image: [url] } }, []],
  ['HostClaim', { spec: { image } }, ['spec.image.url image nf', 'spec.image.checksum checksum f']],
  [
    'Metal3MachineTemplate',
    { spec: { image, template: { spec: { image: { ...image, diskFormat: 'qcow2' } } } } },
    ['spec.template.spec.image.url image nf', 'spec.template.spec.image.checksum checksum f'],
  ],
  [
    'Metal3MachineTemplate',
    { spec: { template: { spec: { image: { url, diskFormat: 'live-iso' } } } } },
    ['spec.template.spec.image.url image '],
  ],
  ['Metal3Machine', { spec: { image } }, ['spec.image.url image nf', 'spec.image.checksum checksum f']],
  [
    'DataImage',
    { spec: { url }, status: { attachedImage: { url } } },
    ['spec.url image ', 'status.attachedImage.url image '],
  ],
  [
    'HostFirmwareComponents',
    { spec: { updates: [{ component: 'bios' }, { url }] }, status: { updates: [{ url }] } },
    ['spec.updates[1].url firmware ', 'status.updates[0].url firmware '],
  ],
  [
    'PreprovisioningImage',
    { spec: { url }, status: { imageUrl: url, kernelUrl: url } },
    ['status.imageUrl boot ', 'status.kernelUrl boot '],
  ],
  [
    'Ironic',
    {
      spec: {
        networking: { ipAddress: '172.22.0.2', externalIP: 'fd00::1', dhcp: { rangeBegin: '172.22.0.10' } },
        database: { host: 'mariadb' },
        extraConfig: [{ name: 'a', value: `x=${url}` }, { value: '172.22.0.1' }],
        deployRamdisk: { extraKernelParams: `ipa-url=${url} quiet` },
      },
    },
    [
      'spec.networking.ipAddress endpoint ',
      'spec.networking.externalIP endpoint ',
      'spec.extraConfig[0].value image f',
      'spec.deployRamdisk.extraKernelParams image f',
    ],
  ],
  ['Machine', { spec: { image } }, []],
  ['constructor', { spec: { image } }, []],
];

const told = (object: unknown): string[] =>
  addressesIn(object).map(
    (place) =>
      `${fieldText(place)} ${place.role} ${place.named ? 'n' : ''}${place.fixable ? 'f' : ''}${place.secret ? 's' : ''}`,
  );

for (const [kind, rest, places] of rows)
  test(`finds the addresses of a ${kind} with ${JSON.stringify(rest).slice(0, 60)}`, () => {
    assert.deepEqual(told({ apiVersion: 'v1', kind, metadata: { name }, ...rest }), places);
  });

const settings = {
  PROVISIONING_IP: '172.22.0.2,fd00::2',
  IRONIC_ENDPOINT: 'http://172.22.0.2:6385/v1/',
  CACHEURL: 'http://172.22.0.1/images',
  DEPLOY_KERNEL_URL: 'file:///shared/ipa.kernel',
  IPA_BASEURI: 'http://172.22.0.3/ipa',
  DHCP_RANGE: '172.22.0.10,172.22.0.100',
  'values.yaml': `image: ${url}\nchecksum: ${checksum}\nother: http://172.22.0.1:6385\n`,
};

for (const map of [
  'ironic',
  'ironic-bmo-configmap',
  'baremetal-operator-ironic',
  'ironic-bmo-configmap-7f2k9d4m5t',
])
  test(`finds the settings in ConfigMap ${map}`, () => {
    assert.deepEqual(told({ kind: 'ConfigMap', metadata: { name: map }, data: settings }), [
      'data.CACHEURL boot ',
      'data.IPA_BASEURI boot ',
      'data.IRONIC_ENDPOINT endpoint ',
      'data.PROVISIONING_IP endpoint ',
      'data["values.yaml"] image f',
      'data["values.yaml"] checksum f',
      'data["values.yaml"] endpoint ',
    ]);
  });

for (const map of ['ironically', 'ironic-database', 'environic', 'settings'])
  test(`ignores ConfigMap ${map}, which is not Ironic's`, () => {
    assert.deepEqual(addressesIn({ kind: 'ConfigMap', metadata: { name: map }, data: settings }), []);
  });

test('finds addresses only in the host data of a Secret, and decodes it', () => {
  const data = { userData: Buffer.from(`curl ${url}`).toString('base64'), password: btoa(url) };
  const stringData = { networkData: `a: ${checksum}`, value: 'nothing', kubeconfig: url };
  assert.deepEqual(told({ kind: 'Secret', metadata: { name }, data, stringData }), [
    'stringData.networkData user-data s',
    'data.userData user-data s',
  ]);
});

test('finds addresses in annotations unless the object has the same ones', () => {
  const applied = { spec: { image }, metadata: { name } };
  const annotations = {
    'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(applied),
    'baremetalhost.metal3.io/status': JSON.stringify({ provisioning: { image: { url } } }),
    'other/status': JSON.stringify({ provisioning: { image: { url } } }),
  };
  const host = (held: object) => ({
    kind: 'BareMetalHost',
    metadata: { name, annotations },
    spec: { image: held },
  });
  assert.deepEqual(told(host({ url, checksum: 'http://httpd-http/a' })).slice(2), [
    'metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"].spec.image.checksum checksum ',
    'metadata.annotations["baremetalhost.metal3.io/status"].provisioning.image.url image ',
  ]);
  assert.equal(
    told({ ...host(image), metadata: { annotations: { ...annotations, [LAST]: '{' } } }).length,
    3,
  );
});

const LAST = 'kubectl.kubernetes.io/last-applied-configuration';

test('addressesIn never throws', () => {
  const kinds = ['BareMetalHost', 'ConfigMap', 'Secret', 'Ironic', 'HostFirmwareComponents'];
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.jsonValue(), fc.jsonValue(), (kind, value, other) => {
      const annotations = { [LAST]: JSON.stringify(other) };
      const object = {
        kind,
        metadata: { name: 'ironic', annotations },
        spec: value,
        status: other,
        data: value,
      };
      for (const place of addressesIn(object)) assert.ok(place.value.length > 0);
      assert.deepEqual(addressesIn(value), []);
    }),
  );
});
