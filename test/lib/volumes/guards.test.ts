import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refusalsOf, warningsOf } from '../../../lib/procedure/guard.ts';
import { listed } from '../../../lib/volumes/guards/all.ts';
import { claimRows } from './guards/claim-rows.ts';
import { deletionRows } from './guards/deletion-rows.ts';
import { instanceRows } from './guards/instance-rows.ts';
import { asked, claim, type Row } from './guards/row.ts';
import { runRows } from './guards/run-rows.ts';

const rows = { ...runRows, ...instanceRows, ...claimRows, ...deletionRows };
const overridable = listed().filter(({ kind }) => kind === 'overridable');
const found = (name: string, row: Row) =>
  listed()
    .find((one) => one.name === name)
    ?.check(...asked(row)) ?? assert.fail('it does not hold');

for (const { name, check } of listed())
  describe(name, () => {
    const { holds = [], nearly = [] } = rows[name] ?? {};

    test('has rows for which it holds, and near misses', () => {
      assert.ok(holds.length > 0 && nearly.length > 0);
    });

    for (const row of holds)
      test(`holds: ${row.what}`, () => {
        const { reason, hint } = found(name, row);
        assert.ok(reason.length > 0 && hint.length > 0);
        assert.doesNotMatch(reason + hint, /undefined|\[object|NaN/);
      });

    for (const row of nearly)
      test(`does not hold: ${row.what}`, () => assert.equal(check(...asked(row)), undefined));
  });

test('every row belongs to a guard, and guards have unique names', () => {
  const names = listed().map(({ name }) => name);
  assert.deepEqual(Object.keys(rows).toSorted(), names.toSorted());
  assert.equal(new Set(names).size, names.length);
});

test('allows the resize of a running instance, with a warning about the outage only', () => {
  const [observed, target] = asked({ what: 'as it is' });
  assert.deepEqual(
    warningsOf(listed(), observed, target).map(({ name }) => name),
    ['outage'],
  );
  assert.deepEqual(warningsOf(listed(), observed, { ...target, mode: 'online' }), []);
});

test('--accept overrides an overridable check, but not a refusal', () => {
  const [observed, target] = asked({
    what: 'both',
    since: claim({ metadata: { labels: null, deletionTimestamp: '2026-01-01T00:00:00Z' } }),
  });
  const refused = (...accepted: string[]) =>
    refusalsOf(
      listed().filter(({ kind }) => kind !== 'warning'),
      observed,
      { ...target, accepted: new Set(accepted) },
    ).map(({ guard }) => guard);
  assert.deepEqual(refused().toSorted(), ['claim-deleting', 'unlabelled-claim']);
  assert.deepEqual(refused('claim-deleting', 'unlabelled-claim'), ['claim-deleting']);
});

test('the hint of an overridable check says how to override it', () => {
  for (const { name } of overridable)
    for (const row of rows[name]?.holds ?? [])
      assert.match(found(name, row).hint, new RegExp(`--accept ${name}\\b`));
});

test('online, names the owner reference written at the same time as the remaining risk', () => {
  for (const name of ['retention-policy', 'live-retention-policy', 'owned-claim'])
    for (const row of rows[name]?.holds ?? []) {
      const { reason } = found(name, { ...row, target: { mode: 'online' } });
      assert.match(reason, /an owner reference written at the same time can still delete a claim/);
      assert.doesNotMatch(reason, /would delete|deleted with (it|them)/);
    }
});

const words: [string, number, RegExp][] = [
  ['retention-policy', 0, /Prometheus's .* whenDeleted: Delete, whenScaled: Retain: .* delete every volume/],
  ['live-retention-policy', 1, /StatefulSet prometheus-k8s .* whenDeleted: Retain, whenScaled: Delete/],
  ['owned-claim', 0, /claim prometheus-k8s-db-prometheus-k8s-0 belongs to StatefulSet prometheus-k8s/],
  [
    'owned-claim',
    4,
    /claim prometheus-k8s-db-prometheus-k8s-0 belongs to StatefulSet prometheus-k8s, claim prometheus-k8s-db-prometheus-k8s-1 to Pod prometheus-k8s-1 .*: they are deleted with them/,
  ],
  ['template-shrinks', 0, /40Gi is less than .* \(50Gi\); claim prometheus-k8s-db-prometheus-k8s-0 has 50Gi/],
  ['bigger-claim', 1, /claim prometheus-k8s-db-prometheus-k8s-0 has 200Gi/],
  ['other-size', 0, /to 100Gi, but this one asks for 200Gi/],
  ['other-mode', 0, /--mode offline, but this one --mode online/],
  ['stale-record', 0, /\(uid uid-0\) was deleted, and this is a new one \(uid uid-\d+\)/],
  ['claim-missing', 0, /no claim prometheus-k8s-db-prometheus-k8s-1/],
  ['not-expandable', 1, /StorageClass gone of claim prometheus-k8s-db-prometheus-k8s-0/],
  ['gitops', 1, /Argo CD application "apps" manages this Prometheus/],
  ['quota', 1, /ResourceQuota storage has/],
];
for (const [name, row, reason] of words)
  test(`${name} names the object and the value`, () =>
    assert.match(found(name, rows[name]?.holds[row] ?? assert.fail()).reason, reason));
