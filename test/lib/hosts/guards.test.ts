import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACCEPTABLE } from '../../../cmd/kubectl-bmh/run-flags.ts';
import { judgements, listed } from '../../../lib/hosts/guards/all.ts';
import { refusalsOf, warningsOf } from '../../../lib/procedure/guard.ts';
import { all, annotations, NEW, OLD, seen, specImage, statusImage } from '../../support/records.ts';
import { aroundRows } from './guards/around-rows.ts';
import { hostRows } from './guards/host-rows.ts';
import { asked } from './guards/row.ts';
import { runRows } from './guards/run-rows.ts';
import { sourceRows } from './guards/source-rows.ts';

const rows = { ...hostRows, ...aroundRows, ...runRows, ...sourceRows };
const aim = { goal: 'repair', order: 'documented', target: NEW } as const;

for (const { name, check } of listed())
  describe(name, () => {
    const { holds = [], nearly = [] } = rows[name] ?? {};

    test('has rows that it holds for, and near misses', () => {
      assert.ok(holds.length > 0 && nearly.length > 0);
    });

    for (const row of holds)
      test(`holds: ${row.what}`, () => {
        const { reason, mend } = check(...asked(row)) ?? assert.fail('it does not');
        assert.ok(reason.length > 0 && mend.length > 0);
      });

    for (const row of nearly)
      test(`does not hold: ${row.what}`, () => assert.equal(check(...asked(row)), undefined));
  });

test('every row is that of a guard, and every guard has a name of its own', () => {
  const names = listed().map(({ name }) => name);
  assert.deepEqual(Object.keys(rows).toSorted(), names.toSorted());
  assert.equal(new Set(names).size, names.length);
});

test('nothing stands against the repair of a broken host, and nothing is to be said of it', () => {
  assert.deepEqual(warningsOf(listed(), seen(), aim), []);
});

test('a judgement can be accepted, a risk of the disk can not', () => {
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

test('the flag offers what can be accepted, and nothing else', () => {
  assert.deepEqual(judgements().toSorted(), [...ACCEPTABLE]);
});

test('a judgement’s mend says how it is accepted', () => {
  for (const name of judgements())
    for (const row of rows[name]?.holds ?? []) {
      const guard = listed().find((one) => one.name === name);
      assert.match(guard?.check(...asked(row))?.mend ?? '', new RegExp(`--accept ${name}\\b`));
    }
});

test('a source is named by its kind, and where it is', () => {
  const named = (row: number) => {
    const guard = listed().find(({ name }) => name === 'gitops');
    return guard?.check(...asked(rows.gitops?.holds[row] ?? assert.fail()))?.reason.split(' holds ')[0];
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

test('credentials in addresses are not repeated', () => {
  const secret = { url: 'http://me:hidden@a/x', checksum: 'http://me:hidden@a/x.md5sum' };
  const found = warningsOf(listed(), seen(all(specImage(secret), statusImage(OLD))), {
    ...aim,
    target: secret,
  });
  assert.ok(found.length > 0);
  assert.doesNotMatch(JSON.stringify(found), /hidden/);
});
