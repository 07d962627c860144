import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readHost } from '../../../lib/hosts/host.ts';
import { expectedTarget, isWithoutImage, verificationOf } from '../../../lib/hosts/verification.ts';
import {
  all,
  annotations,
  brokenHost,
  GROUP,
  NEW,
  OLD,
  PAUSED,
  RECORD,
  recorded,
  seen,
  specImage,
  statusImage,
} from '../../support/records.ts';

const WELL = all(specImage(NEW), statusImage(NEW), {
  status: { errorCount: 0, errorMessage: '', errorType: null, operationalStatus: 'OK' },
});

/** Which checks fail on a healthy host that is changed like this. */
const failing = (patch: object = {}, options?: Parameters<typeof expectedTarget>[1]): string[] => {
  const observed = seen(all(WELL, patch));
  return verificationOf(observed, expectedTarget(observed, options))
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);
};
const status = (patch: object): object => ({ status: patch });

describe('the verification of a host', () => {
  for (const [what, patch, ...names] of [
    ['a healthy host', {}],
    ['an error count', status({ errorCount: 1 }), 'status.errorCount'],
    ['no error count', status({ errorCount: null }), 'status.errorCount'],
    ['an error message', status({ errorMessage: 'x' }), 'status.errorMessage'],
    ['an error type', status({ errorType: 'registration error' }), 'status.errorType'],
    ['an operational status', status({ operationalStatus: 'error' }), 'status.operationalStatus'],
    ['another state', status({ provisioning: { state: 'deprovisioning' } }), 'status.provisioning.state'],
    ['an empty address in the status', statusImage({ url: '' }), 'status.provisioning.image.url'],
    ['another address in the spec', specImage({ url: 'http://b/c' }), 'status.provisioning.image.url'],
    [
      'the old addresses',
      all(specImage(OLD), statusImage(OLD)),
      'spec.image.url',
      'status.provisioning.image.url',
      'spec.image.checksum',
    ],
    ['a checksum at an IP address', specImage({ checksum: OLD.checksum }), 'spec.image.checksum'],
    ['a pause', annotations({ [PAUSED]: '' }), 'pause'],
    ['an unfinished run', recorded(), 'pause', 'kubectl-bmh/repair'],
    ['a record alone', recorded(RECORD, null), 'kubectl-bmh/repair'],
    ['a deletion', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }, 'metadata.deletionTimestamp'],
  ] as const)
    test(`${what}: ${names.join(', ') || 'holds'}`, () => assert.deepEqual(failing(patch), names));

  test('checks for the requested service or address', () => {
    assert.deepEqual(failing({}, { service: 'httpd-http' }), []);
    assert.deepEqual(failing({}, { service: 'other' }), ['spec.image.url', 'status.provisioning.image.url']);
    assert.deepEqual(failing({}, { imageUrl: NEW.url }), []);
    assert.deepEqual(failing({}, { imageUrl: 'http://a/b' }), [
      'spec.image.url',
      'status.provisioning.image.url',
    ]);
  });

  test('expects the target of an unfinished repair, but not of an undo', () => {
    const target = { url: 'http://c/d', checksum: 'http://c/d.md5sum' };
    assert.deepEqual(expectedTarget(seen(recorded({ ...RECORD, target }))), target);
    assert.deepEqual(expectedTarget(seen(recorded({ ...RECORD, goal: 'undo', target }))), NEW);
  });

  test('distinguishes a host that needs no image from one that has lost it', () => {
    const none = all(specImage(null), statusImage(null));
    const isNone = (patch: object) => isWithoutImage(readHost(brokenHost(patch), GROUP));
    assert.ok(isNone(all(none, status({ provisioning: { state: 'available' } }))));
    assert.ok(!isNone(none));
    assert.ok(!isNone(all(statusImage(null), status({ provisioning: { state: 'provisioning' } }))));
  });
});
