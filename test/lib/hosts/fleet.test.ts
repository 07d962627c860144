import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fleetActionOf, isSelected, needsRepair, totalsOf, worstOf } from '../../../lib/hosts/fleet.ts';
import { all, OLD, recorded, seen, specImage, statusImage } from '../../support/records.ts';

const IPV6 = {
  url: 'http://[fd00:1101::3]:6180/images/a.qcow2',
  checksum: 'http://[fd00:1101::3]:6180/a.md5sum',
};
const NAMED = { url: 'http://images.example.com/a.qcow2', checksum: 'http://172.22.0.1:6180/a.md5sum' };

const selections: [string, object, string | undefined, boolean][] = [
  ['any, where no address is asked for', {}, undefined, true],
  ['the host part of its image', {}, '10.96.14.7', true],
  ['another', {}, '10.96.14.8', false],
  ['a part of the host part', {}, '10.96.14', false],
  ['with its port', specImage({ url: 'http://172.22.0.1:6180/a.qcow2' }), '172.22.0.1:6180', true],
  ['without its port', specImage({ url: 'http://172.22.0.1:6180/a.qcow2' }), '172.22.0.1', true],
  ['another port', specImage({ url: 'http://172.22.0.1:6180/a.qcow2' }), '172.22.0.1:80', false],
  ['of the status alone', all(specImage(NAMED), statusImage(OLD)), '10.96.14.7', true],
  ['of the checksum alone', all(specImage(NAMED), statusImage(NAMED)), '172.22.0.1', true],
  ['IPv6 without brackets', specImage(IPV6), 'fd00:1101::3', true],
  ['IPv6 with brackets and port', specImage(IPV6), '[fd00:1101::3]:6180', true],
  ['an unfinished run, wherever it is at', recorded(), '192.0.2.1', true],
  ['no address at all', all(specImage(null), statusImage(null)), '10.96.14.7', false],
];
for (const [name, patch, address, expected] of selections)
  test(`selected by an old address: ${name}`, () => assert.equal(isSelected(seen(patch), address), expected));

const HEALTHY = { status: { errorType: null, errorCount: 0, errorMessage: '', operationalStatus: 'OK' } };

const needs: [string, object, boolean, boolean][] = [
  ['with the error', {}, false, true],
  ['healthy at a fixed address', HEALTHY, false, false],
  ['healthy at a fixed address, and a preventive repair asked for', HEALTHY, true, true],
  [
    'healthy at a name',
    all(HEALTHY, specImage({ ...NAMED, checksum: 'abc' }), statusImage(NAMED)),
    true,
    false,
  ],
  [
    'spare, without an image',
    all(HEALTHY, { spec: { image: null } }, statusImage(null), {
      status: { provisioning: { state: 'available' } },
    }),
    true,
    false,
  ],
  ['provisioned, whose image was taken from its spec', all(HEALTHY, { spec: { image: null } }), false, true],
  ['healthy, with an unfinished run', all(HEALTHY, recorded()), false, true],
  ['healthy, with addresses that differ', all(HEALTHY, specImage(NAMED)), false, true],
];
for (const [name, patch, preventive, expected] of needs)
  test(`a host ${name} ${expected ? 'needs' : 'does not need'} a repair`, () =>
    assert.equal(needsRepair(seen(patch), { preventive }), expected));

test('maps the reason of a repair to a fleet action', () =>
  assert.deepEqual((['error', 'preventive', 'unfinished', 'urls-differ'] as const).map(fleetActionOf), [
    'repair',
    'repair',
    'finish',
    'at risk',
  ]));

test('counts verdicts, the most frequent first', () =>
  assert.deepEqual(Object.entries(totalsOf(['refused', 'repaired', 'repaired'])), [
    ['repaired', 2],
    ['refused', 1],
  ]));

const codes: [number[], number][] = [
  [[], 0],
  [[0, 0], 0],
  [[0, 1], 1],
  [[124, 0], 124],
  [[124, 1], 1],
  [[1, 130, 124], 130],
];
for (const [given, expected] of codes)
  test(`the exit code of ${given.join(', ') || 'none'} is ${expected}`, () =>
    assert.equal(worstOf(given), expected));
