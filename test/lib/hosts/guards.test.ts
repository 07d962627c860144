import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACCEPTABLE } from '../../../cmd/kubectl-bmh/shared/flags.ts';
import { holdFor } from '../../../lib/hosts/gitops.ts';
import { listed, overridableNames } from '../../../lib/hosts/guards/all.ts';
import { pauserOf } from '../../../lib/hosts/guards/untouchable.ts';
import { refusalsOf, warningsOf } from '../../../lib/procedure/guard.ts';
import {
  all,
  annotations,
  NEW,
  OLD,
  RECORD,
  recorded,
  seen,
  specImage,
  statusImage,
} from '../../support/records.ts';
import { contextRows } from './guards/context-rows.ts';
import { hostRows } from './guards/host-rows.ts';
import { asked, IMAGE_URL, owned } from './guards/row.ts';
import { runRows } from './guards/run-rows.ts';
import { sourceRows } from './guards/source-rows.ts';

const rows = { ...hostRows, ...contextRows, ...runRows, ...sourceRows };
const aim = { goal: 'repair', order: 'documented', target: NEW } as const;

for (const { name, check } of listed())
  describe(name, () => {
    const { holds = [], nearly = [] } = rows[name] ?? {};

    test('has rows in which it holds, and near misses', () => {
      assert.ok(holds.length > 0 && nearly.length > 0);
    });

    for (const row of holds)
      test(`holds: ${row.what}`, () => {
        const { reason, hint } = check(...asked(row)) ?? assert.fail('it does not');
        assert.ok(reason.length > 0 && hint.length > 0);
      });

    for (const row of nearly)
      test(`does not hold: ${row.what}`, () => assert.equal(check(...asked(row)), undefined));
  });

test('every row belongs to a guard, and guard names are unique', () => {
  const names = listed().map(({ name }) => name);
  assert.deepEqual(Object.keys(rows).toSorted(), names.toSorted());
  assert.equal(new Set(names).size, names.length);
});

test('allows the repair of a broken host, without warnings', () => {
  assert.deepEqual(warningsOf(listed(), seen(), aim), []);
});

test('accepts overridable checks, never refusals', () => {
  const held = all(
    annotations({ 'meta.helm.sh/release-name': 'hosts' }),
    specImage({ url: 'http://10.0.0.9/x' }),
  );
  const refusals = listed().filter(({ kind }) => kind !== 'warning');
  const refused = (...accepted: string[]) =>
    refusalsOf(refusals, seen(held), { ...aim, accepted: new Set(accepted) }).map(({ guard }) => guard);
  assert.deepEqual(refused(), ['gitops', 'unequal-urls']);
  assert.deepEqual(refused('gitops', 'unequal-urls'), ['unequal-urls']);
});

test('--accept offers exactly the overridable checks', () => {
  assert.deepEqual(overridableNames().toSorted(), [...ACCEPTABLE]);
});

test('the hint of an overridable check says how to accept it', () => {
  for (const name of overridableNames())
    for (const row of rows[name]?.holds ?? []) {
      const guard = listed().find((one) => one.name === name);
      assert.match(guard?.check(...asked(row))?.hint ?? '', new RegExp(`--accept ${name}\\b`));
    }
});

test('names the kind and the location of a GitOps source', () => {
  const named = (row: number) => {
    const guard = listed().find(({ name }) => name === 'gitops');
    return guard?.check(...asked(rows.gitops?.holds[row] ?? assert.fail()))?.reason.split(' manages ')[0];
  };
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map(named), [
    'Argo CD application "metal"',
    'Argo CD application "metal"',
    'Argo CD application "metal"',
    'Flux Kustomization "flux-system/hosts"',
    'Flux HelmRelease "hosts"',
    'Helm release "metal/hosts"',
    'field manager "argocd-controller"',
  ]);
});

test('masks credentials in addresses', () => {
  const secret = { url: 'http://me:hidden@a/x', checksum: 'http://me:hidden@a/x.md5sum' };
  const found = warningsOf(listed(), seen(all(specImage(secret), statusImage(OLD))), {
    ...aim,
    target: secret,
  });
  assert.ok(found.length > 0);
  assert.doesNotMatch(JSON.stringify(found), /hidden/);
});

test('names the writer that restored an address, with the time, on one line of limited length', () => {
  const guard = listed().find(({ name }) => name === 'address-put-back') ?? assert.fail();
  const named = (...managedFields: object[]) => {
    const patch = all(recorded(), statusImage(NEW), { metadata: { managedFields } });
    return guard.check({ ...seen(patch), placed: 'repair' }, aim)?.reason.split(' has set ')[0];
  };
  const entry = (manager: string, time?: unknown) => ({ manager, time, fieldsV1: IMAGE_URL });
  assert.equal(
    named(entry('kubectl-edit', '2026-01-01T00:00:00Z'), entry('configsync.gke.io', '2026-01-02T00:00:00Z')),
    'field manager "configsync.gke.io" (at 2026-01-02T00:00:00Z)',
  );
  assert.equal(named(entry('kapp-controller')), 'field manager "kapp-controller"');
  assert.equal(named(entry('a\nb\u001b[2J', 'soon')), 'field manager "a\\x0ab\\x1b[2J"');
  assert.equal(named(entry('')), 'a field manager without a name');
  assert.equal(named(entry('x'.repeat(10_000))), `field manager "${'x'.repeat(128)}..."`);
  assert.equal(named(), 'another writer (managedFields of the host do not name it)');
});

test('holds the pause for a suspected or accepted source, and as long as the record says', () => {
  const keep = (patch: object, ...accepted: string[]) => holdFor(seen(patch), new Set(accepted));
  assert.equal(keep({}), 0);
  assert.equal(keep({}, 'foreign-pause'), 0);
  assert.equal(keep({}, 'gitops'), 10_000);
  assert.equal(keep(owned(IMAGE_URL, 'configsync.gke.io')), 10_000);
  assert.equal(keep(all(recorded({ ...RECORD, hold: 3_000 }), owned(IMAGE_URL, 'kubectl-bmh'))), 3_000);
});

test('the value of a pause cannot add a line to a message', () => {
  const { host } = seen();
  assert.equal(
    pauserOf({ host: { ...host, paused: 'x\nerror: run rm -rf /\u001b[2J' } }),
    'another user or tool (value "x\\x0aerror: run rm -rf /\\x1b[2J")',
  );
});
