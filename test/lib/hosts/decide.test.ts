import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, type RepairOptions } from '../../../lib/hosts/decide.ts';
import {
  all,
  annotations,
  NEW,
  PAUSED,
  RECORD,
  recorded,
  seen,
  specImage,
  statusImage,
} from '../../support/records.ts';

const options = (given: Partial<RepairOptions> = {}): RepairOptions => ({
  accepted: new Set(),
  preventive: false,
  order: 'documented',
  ...given,
});
const counted = { status: { errorCount: 1 } };
const noError = { status: { errorCount: 0, errorMessage: '', errorType: null, operationalStatus: 'OK' } };
const moved = all(specImage(NEW), statusImage(NEW));
const methodChanged = {
  spec: { customDeploy: { method: 'b' } },
  status: { provisioning: { customDeploy: { method: 'a' } } },
};
const named = { url: 'http://other/images/metal-std-ubuntu.qcow2', checksum: 'http://other/images/x.md5sum' };

const NOW = Date.parse('2026-01-02T03:04:05Z');
const soon = { unverified: { at: NOW, within: 90_000 } };

/** Written by a manager so many seconds ago. */
const written = (seconds: number, manager = 'kubectl-bmh') => ({
  metadata: { managedFields: [{ manager, time: new Date(NOW - seconds * 1000).toISOString() }] },
});

const cases: [string, object, Partial<RepairOptions>, string][] = [
  ['error and fixed address', {}, {}, 'repair error'],
  ['no error', noError, {}, 'healthy'],
  ['no error at an IP address, and errors that were counted', { status: { errorType: null } }, {}, 'unknown'],
  ['no error, preventive', noError, { preventive: true }, 'repair preventive'],
  ['no error and moved, preventive', all(noError, moved), { preventive: true }, 'healthy'],
  ['error and moved', moved, {}, 'on-target'],
  ['no error and moved, written within the window', all(noError, moved, written(30)), soon, 'on-target'],
  ['the same, by a clock that is ahead', all(noError, moved, written(-30)), soon, 'on-target'],
  ['the same, written before the window', all(noError, moved, written(91)), soon, 'healthy'],
  ['the same, written by another client', all(noError, moved, written(30, 'kubectl-edit')), soon, 'healthy'],
  ['the same, by a call that does not wait', all(noError, moved, written(30)), {}, 'healthy'],
  [
    'the same, under a pause that is accepted',
    all(noError, moved, written(30), annotations({ [PAUSED]: 'x' })),
    { ...soon, accepted: new Set(['foreign-pause']) },
    'healthy',
  ],
  ['no error at an IP address, written within the window', all(noError, written(30)), soon, 'healthy'],
  [
    'no error and moved, written within the window, with an error that was counted since',
    all(noError, moved, written(30), { status: { errorCount: 1 } }),
    soon,
    'healthy',
  ],
  [
    'error and moved to a checksum of another name',
    all(moved, specImage({ checksum: 'http://httpd-http/old.md5sum' })),
    {},
    'refuse address-not-ip',
  ],
  ['error, address by name', all(specImage(named), statusImage(named)), {}, 'refuse address-not-ip'],
  [
    'error, address by name, accepted',
    all(specImage(named), statusImage(named)),
    { accepted: new Set(['address-not-ip']) },
    'repair error',
  ],
  ['another error', { status: { errorType: 'registration error' } }, {}, 'refuse other-error'],
  [
    'another error, preventive',
    { status: { errorType: 'registration error' } },
    { preventive: true },
    'refuse other-error',
  ],
  ['urls that differ, unpaused', specImage(NEW), {}, 'repair urls-differ'],
  [
    'urls that differ, unpaused, no error, no fixed address',
    all(noError, specImage(NEW), statusImage(named)),
    {},
    'repair urls-differ',
  ],
  ['a deploy method that was changed, unpaused', methodChanged, {}, 'repair method-differs'],
  [
    'a deploy method that was changed, unpaused, at the new address',
    all(moved, methodChanged),
    {},
    'repair method-differs',
  ],
  [
    'a deploy method that was changed, unpaused, no error',
    all(noError, moved, methodChanged),
    {},
    'repair method-differs',
  ],
  [
    'a deploy method that was changed, under a foreign pause that is accepted',
    all(annotations({ [PAUSED]: 'true' }), methodChanged),
    { accepted: new Set(['foreign-pause']) },
    'refuse custom-deploy',
  ],
  [
    'urls that differ, no longer provisioned',
    all(specImage(NEW), { status: { provisioning: { state: 'deprovisioning' } } }),
    {},
    'refuse not-provisioned',
  ],
  ['a foreign pause', annotations({ [PAUSED]: 'true' }), {}, 'refuse foreign-pause'],
  [
    'a foreign pause, accepted',
    annotations({ [PAUSED]: 'true' }),
    { accepted: new Set(['foreign-pause']) },
    'repair error',
  ],
  ['a foreign pause, moved', all(annotations({ [PAUSED]: 'x' }), moved), {}, 'on-target'],
  [
    'a foreign pause, urls that differ',
    all(annotations({ [PAUSED]: 'x' }), specImage(NEW)),
    {},
    'refuse unequal-urls, foreign-pause',
  ],
  [
    'a foreign pause, accepted, urls that differ',
    all(annotations({ [PAUSED]: 'x' }), specImage(NEW)),
    { accepted: new Set(['foreign-pause']) },
    'repair urls-differ',
  ],
  [
    'a foreign pause, accepted, no image',
    all(annotations({ [PAUSED]: 'x' }), specImage(null)),
    { accepted: new Set(['foreign-pause']) },
    'refuse no-image',
  ],
  [
    'no error, errors counted, under a pause',
    all(noError, counted, annotations({ [PAUSED]: 'x' })),
    {},
    'refuse foreign-pause',
  ],
  [
    'no error, errors counted, asked for all the same',
    all(noError, counted),
    { preventive: true },
    'repair preventive',
  ],
  ['no error, errors counted, at a name', all(noError, counted, moved), {}, 'healthy'],
  ['a record', recorded(), {}, 'repair unfinished'],
  ['a record, whatever the health says', all(recorded(), noError), {}, 'repair unfinished'],
  ['a record, both urls there, no pause', all(recorded(RECORD, null), moved), {}, 'repair unfinished'],
  ['a record, the flags repeat it', recorded(), { service: 'httpd-http' }, 'repair unfinished'],
  ['a record, the flags contradict it', recorded(), { service: 'other' }, 'refuse other-target'],
  [
    'a record, no longer provisioned',
    all(recorded(), { status: { provisioning: { state: 'deprovisioning' } } }),
    {},
    'refuse not-provisioned',
  ],
  [
    'no image name',
    all(specImage({ url: 'http://10.0.0.1/' }), statusImage({ url: 'http://10.0.0.1/' })),
    {},
    'refuse no-image-name',
  ],
  [
    'several reasons',
    all(annotations({ 'baremetalhost.metal3.io/detached': '' }), specImage({ checksumType: 'sha512' })),
    {},
    'refuse detached, checksum-type',
  ],
];
for (const [name, patch, given, expected] of cases)
  test(`${name}: ${expected}`, () => {
    const decision = decide(seen(patch), options(given));
    const found =
      decision.kind === 'repair'
        ? `repair ${decision.why}`
        : decision.kind === 'refuse'
          ? `refuse ${decision.refusals.map(({ guard }) => guard).join(', ')}`
          : decision.kind;
    assert.equal(found, expected);
  });

test('a rerun keeps the target of the record', () => {
  const target = {
    url: 'http://elsewhere/images/a-b-c.qcow2',
    checksum: 'http://elsewhere/images/a-b-c.qcow2.md5sum',
  };
  const decision = decide(seen(recorded({ ...RECORD, target })), options());
  assert.deepEqual(decision, { kind: 'repair', target, order: 'documented', why: 'unfinished' });
});
