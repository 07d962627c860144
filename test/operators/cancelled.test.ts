import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provisioningCancelled } from './cancelled.ts';
import { emptyStatus, type HostSpec, type HostStatus } from './host.ts';

type Spec = Partial<HostSpec>;
type Provisioning = Partial<HostStatus['provisioning']>;

const cases: [string, Spec, Provisioning, boolean][] = [
  ['no image at all', {}, {}, true],
  ['no image in the spec', {}, { image: { url: 'a' } }, true],
  ['an empty address in the spec', { image: { url: '' } }, {}, true],
  ['an empty address in both', { image: { url: '' } }, { image: { url: '' } }, true],
  ['no image in the status', { image: { url: 'a' } }, {}, false],
  ['an empty address in the status', { image: { url: 'a' } }, { image: { url: '' } }, false],
  ['equal addresses', { image: { url: 'a' } }, { image: { url: 'a' } }, false],
  ['different addresses', { image: { url: 'b' } }, { image: { url: 'a' } }, true],
  [
    'a different checksum, type and format alone',
    { image: { url: 'a', checksum: 'x', checksumType: 'md5', format: 'raw' } },
    { image: { url: 'a', checksum: 'y', checksumType: 'sha256', format: 'qcow2' } },
    false,
  ],
  ['a new method on a host without one', { customDeploy: { method: 'm' } }, {}, false],
  ['an equal method', { customDeploy: { method: 'm' } }, { customDeploy: { method: 'm' } }, false],
  ['a changed method', { customDeploy: { method: 'n' } }, { customDeploy: { method: 'm' } }, true],
  ['a removed method', { image: { url: 'a' } }, { image: { url: 'a' }, customDeploy: { method: 'm' } }, true],
  [
    'a method, and an image that was removed',
    { customDeploy: { method: 'm' } },
    { customDeploy: { method: 'm' }, image: { url: 'a' } },
    true,
  ],
  [
    'a method, and different addresses',
    { customDeploy: { method: 'm' }, image: { url: 'b' } },
    { customDeploy: { method: 'm' }, image: { url: 'a' } },
    true,
  ],
  [
    'a method, and an empty address in the status',
    { customDeploy: { method: 'm' }, image: { url: 'b' } },
    { customDeploy: { method: 'm' } },
    false,
  ],
];

for (const [what, spec, provisioning, expected] of cases) {
  test(`${what} ${expected ? 'cancels' : 'does not cancel'} provisioning`, () => {
    const status = { ...emptyStatus(), provisioning: { ID: 'id', state: 'provisioned', ...provisioning } };
    assert.equal(provisioningCancelled({ spec: { online: true, ...spec }, status }), expected);
  });
}

test('a host without a status but with an image does not cancel', () => {
  assert.equal(provisioningCancelled({ spec: { online: true, image: { url: 'a' } } }), false);
});
