import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { REENROLL_ACCEPTABLE } from '../../../../cmd/kubectl-bmh/reenroll/flags.ts';
import { listed } from '../../../../lib/hosts/guards/all.ts';
import type { Guard } from '../../../../lib/hosts/guards/guard.ts';
import type { HostContext } from '../../../../lib/hosts/observed.ts';
import { OWN_GUARDS, REENROLL_GUARDS } from '../../../../lib/hosts/reenroll/guards.ts';
import { presentAim } from '../../../../lib/hosts/reenroll/procedure.ts';
import { REENROLL_ANNOTATION } from '../../../../lib/objects/names.ts';
import {
  all,
  annotations,
  OLD,
  PAUSED,
  recorded,
  seen,
  specImage,
  statusImage,
} from '../../../support/records.ts';
import { DETACHED, letGo, REENROLLMENT, repaired, started } from './records.ts';

interface Row {
  what: string;
  patch?: object;
  around?: HostContext;
}

const remediated = (underway: boolean): HostContext => ({
  cluster: undefined,
  remediation: { machine: { namespace: 'metal', name: 'm' }, underway },
});
const well = { status: { errorType: null, errorMessage: '', operationalStatus: 'OK' } };
const plain: Row = { what: 'a repaired host with the error' };

const OWN_UID = { metadata: { uid: 'b' } };

/** What each guard refuses, and near misses. */
const rows: Record<string, { holds: Row[]; nearly: Row[] }> = {
  paused: {
    holds: ['true', '', 'metal3.io/capm3'].map((value) => ({
      what: `paused with "${value}"`,
      patch: annotations({ [PAUSED]: value }),
    })),
    nearly: [plain, { what: 'detached by us', patch: started() }],
  },
  'unfinished-repair': {
    holds: [
      { what: 'a repair', patch: recorded() },
      { what: 'an unreadable one', patch: recorded({}) },
    ],
    nearly: [plain, { what: 'a reenroll', patch: started() }],
  },
  'foreign-detach': {
    holds: [
      { what: 'no record', patch: started(undefined, null) },
      { what: 'a value of their own beside our record', patch: started('') },
      { what: 'a record that cannot be read', patch: started(undefined, {}) },
    ],
    nearly: [plain, { what: 'ours', patch: started() }, { what: 'our record alone', patch: started(null) }],
  },
  'unreadable-reenroll': {
    holds: [
      { what: 'no JSON', patch: annotations({ [REENROLL_ANNOTATION]: '{' }) },
      { what: 'a record without a node', patch: started(undefined, { ...REENROLLMENT, node: null }) },
      {
        what: "another object's record",
        patch: all(started(undefined, { ...REENROLLMENT, uid: 'a' }), OWN_UID),
      },
    ],
    nearly: [
      plain,
      { what: 'its own record', patch: all(started(undefined, { ...REENROLLMENT, uid: 'b' }), OWN_UID) },
      { what: 'one of an older version, without a uid', patch: all(started(), OWN_UID) },
    ],
  },
  'differing-urls': {
    holds: [
      { what: 'another address in the spec', patch: specImage(OLD) },
      { what: 'no image in the spec', patch: specImage(null) },
    ],
    nearly: [plain, { what: 'another checksum alone', patch: specImage({ checksum: 'x' }) }],
  },
  'fixed-address': {
    holds: [
      { what: 'in both', patch: all(specImage(OLD), statusImage(OLD)) },
      { what: 'in the checksum alone', patch: specImage({ checksum: OLD.checksum }) },
      { what: 'in the status alone', patch: statusImage(OLD) },
    ],
    nearly: [plain],
  },
  'no-status-image': {
    holds: [
      { what: 'an empty address', patch: statusImage({ url: '' }) },
      { what: 'none', patch: statusImage(null) },
    ],
    nearly: [plain],
  },
  'no-bmc': {
    holds: [
      { what: 'none', patch: { spec: { bmc: null } } },
      { what: 'no credentials', patch: { spec: { bmc: { credentialsName: '' } } } },
      { what: 'no address', patch: { spec: { bmc: { address: null } } } },
    ],
    nearly: [plain],
  },
  servicing: {
    holds: [{ what: 'in that status', patch: { status: { operationalStatus: 'servicing' } } }],
    nearly: [plain, { what: 'delayed', patch: { status: { operationalStatus: 'delayed' } } }],
  },
  remediation: {
    holds: [{ what: 'under way', around: remediated(true) }],
    nearly: [plain, { what: 'watched only', around: remediated(false) }],
  },
  healthy: {
    holds: [{ what: 'no error', patch: well }],
    nearly: [plain, { what: 'just attached', patch: all(well, letGo) }],
  },
};

const own: Guard[] = Object.values(OWN_GUARDS).flat();
const asked = ({ check }: Guard, { patch = {}, around }: Row) => {
  const observed = seen(all(repaired, patch), around);
  return check(observed, presentAim(observed.host));
};

for (const guard of own)
  describe(guard.name, () => {
    const { holds = [], nearly = [] } = rows[guard.name] ?? {};
    test('has rows that it refuses, and near misses', () => assert.ok(holds.length > 0 && nearly.length > 0));
    for (const row of holds)
      test(`refuses: ${row.what}`, () => {
        const { reason, hint } = asked(guard, row) ?? assert.fail('it does not');
        assert.ok(reason.length > 0 && hint.length > 0);
        if (guard.kind === 'overridable') assert.match(hint, new RegExp(`--accept ${guard.name}\\b`));
      });
    for (const row of nearly) test(`allows: ${row.what}`, () => assert.equal(asked(guard, row), undefined));
  });

test('every row belongs to a guard, and guard names are unique', () => {
  const names = own.map(({ name }) => name);
  assert.deepEqual(Object.keys(rows), names);
  const all = [...names, ...listed().map(({ name }) => name)];
  assert.equal(new Set(all).size, all.length);
});

test('allows the reenroll of a repaired host with the error', () => {
  for (const guard of Object.values(REENROLL_GUARDS).flat())
    assert.equal(asked(guard, plain), undefined, guard.name);
});

test('--accept offers every overridable check, and nothing else', () => {
  const overridable = Object.values(REENROLL_GUARDS)
    .flat()
    .filter(({ kind }) => kind === 'overridable')
    .map(({ name }) => name);
  assert.deepEqual(overridable.toSorted(), [...REENROLL_ACCEPTABLE]);
});

test('repair and undo refuse a host with an unfinished reenroll, and name the command that finishes it', () => {
  const detached = listed().find(({ name }) => name === 'detached') ?? assert.fail();
  for (const patch of [started(), started(null), started(undefined, {})])
    assert.match(
      asked(detached, { what: '', patch })?.hint ?? '',
      /^finish it first: kubectl bmh reenroll worker-0 -n metal;/,
    );
  assert.match(
    asked(detached, { what: '', patch: annotations({ [DETACHED]: '' }) })?.hint ?? '',
    /^remove the annotation to attach the host again/,
  );
});
