import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refusalsOf } from '../../../lib/procedure/guard.ts';
import { listed } from '../../../lib/scaling/guards/all.ts';
import { ROWS, type Row } from './guard-rows.ts';
import { observe } from './scene.ts';

const guards = listed();
const checked = (name: string, row: Row) =>
  guards.find((guard) => guard.name === name)?.check(observe(row), { replicas: row.to ?? 3 });
const found = (name: string, row: Row | undefined) =>
  (row && checked(name, row)) ?? assert.fail('it does not hold');

for (const { name } of guards)
  describe(name, () => {
    const { holds, nearly } = ROWS[name] ?? { holds: [], nearly: [] };

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
      test(`does not hold: ${row.what}`, () => assert.equal(checked(name, row), undefined));
  });

test('every row belongs to a guard, and guards have unique names', () => {
  const names = guards.map(({ name }) => name);
  assert.deepEqual(Object.keys(ROWS).toSorted(), names.toSorted());
  assert.equal(new Set(names).size, names.length);
});

test('the hint of an overridable check says how to override it, and that of no other does', () => {
  for (const { name, kind } of guards)
    for (const row of ROWS[name]?.holds ?? [])
      assert.equal(found(name, row).hint.includes(`--accept ${name}`), kind === 'overridable', name);
});

test('nothing is refused for each component as it usually is', () => {
  for (const [component, to] of [
    ['metrics', 3],
    ['metrics', 1],
    ['alerts', 3],
    ['ruler', 3],
    ['ui', 3],
    ['operator', 1],
    ['cluster-state', 1],
  ] as const) {
    const refusing = guards.filter(({ kind }) => kind !== 'warning');
    const target = { replicas: to, accepted: new Set<string>() };
    assert.deepEqual(refusalsOf(refusing, observe({ component }), target), []);
  }
});

const words: [name: string, row: number, reason: RegExp][] = [
  [
    'persistent-ui',
    0,
    /with persistence, the dashboard UI has 1 replica: its replicas would share one claim/,
  ],
  ['autoscaler', 1, /HorizontalPodAutoscaler more scales StatefulSet prometheus-k8s/],
  ['no-alert-cluster', 2, /all replicas would advertise the address 10\.0\.0\.1:9094/],
  [
    'scaled-retention-policy',
    0,
    /whenScaled: Delete: claim prometheus-k8s-db-prometheus-k8s-1 would be deleted/,
  ],
  ['claim-of-pod', 0, /claim prometheus-k8s-db-prometheus-k8s-1 belongs to Pod prometheus-k8s-1/],
  ['number-overwritten', 0, /field manager "autoscaler" set replicas to 2 after this run had set 3/],
  ['claims-stay', 0, /1 claim stays behind with its data: prometheus-k8s-db-prometheus-k8s-1/],
  ['unfinished-resize', 1, /^a resize of its volumes to 100Gi is unfinished$/],
  ['unfinished-resize', 2, /^a resize of its volumes to 100Gi is unfinished and being undone$/],
  ['synced-replicas', 0, /Flux HelmRelease "flux-system\/monitoring" manages this Prometheus/],
];
for (const [name, row, reason] of words)
  test(`${name} names the object and the value`, () =>
    assert.match(found(name, ROWS[name]?.holds[row]).reason, reason));

test('a persistent UI is told of the external database', () => {
  assert.match(found('persistent-ui', ROWS['persistent-ui']?.holds[0]).hint, /external database/);
});
