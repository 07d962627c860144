import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyMergePatch } from '../../../lib/objects/merge-patch.ts';
import { otherWriter, sourceOf } from '../../../lib/volumes/gitops.ts';
import { allowsOnline } from '../../../lib/volumes/guards/warnings.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { labelled, marked, orphaned, spec, stopped } from './guards/row.ts';
import { recordFor, started } from './world/recorded.ts';
import { observe, world } from './world/running.ts';
import { change } from './world/world.ts';

const names = ({ claims, missing, orphaned }: Observed) => ({
  claims: claims.map(({ name }) => name.replace('prometheus-k8s-db-prometheus-k8s-', '')),
  missing: missing.map((name) => name.replace('prometheus-k8s-db-prometheus-k8s-', '')),
  orphaned: orphaned.map(({ name }) => name.replace('prometheus-k8s-db-prometheus-k8s-', '')),
});

test('finds the claims of the replicas by their computed names', () => {
  assert.deepEqual(names(observe(world())), { claims: ['0', '1'], missing: [], orphaned: [] });
  const sharded = observe(world({ spec: { shards: 2, replicas: null } }));
  assert.deepEqual(names(sharded), { claims: ['0', 'shard-1-0'], missing: [], orphaned: [] });
});

test('finds the pods of its StatefulSets, and orphaned ones, but not every pod with the labels', () => {
  const its = world();
  const [first] = its.pods;
  assert.ok(first);
  const like = (name: string, controller?: string) => ({
    ...structuredClone(first),
    metadata: {
      ...first.metadata,
      name,
      ownerReferences: controller
        ? [
            {
              apiVersion: 'batch/v1',
              kind: controller,
              name: 'prometheus-k8s',
              uid: 'uid-0',
              controller: true,
            },
          ]
        : [],
    },
  });
  its.pods.push(like('prometheus-k8s-2'), like('prometheus-k8s-test'), like('prometheus-k8s-3', 'Job'));
  assert.deepEqual(
    observe(its).pods.map(({ name }) => name),
    ['prometheus-k8s-0', 'prometheus-k8s-1', 'prometheus-k8s-2'],
  );
});

test('only a claim with the labels of the instance and no replica is orphaned', () => {
  const its = world();
  orphaned({})(its);
  assert.deepEqual(names(observe(its)), { claims: ['0'], missing: [], orphaned: ['1'] });
  for (const one of its.claims.slice(1)) one.metadata.labels = {};
  assert.deepEqual(names(observe(its)).orphaned, []);
});

test('lists the missing claims of replicas', () => {
  const its = world();
  change(its, { replicas: 3 });
  assert.deepEqual(names(observe(its)).missing, ['2']);
});

test('takes the replicas of a stopped instance from the record or from --replicas', () => {
  const its = world();
  stopped(its);
  assert.deepEqual(names(observe(its)), { claims: [], missing: [], orphaned: ['0', '1'] });
  assert.deepEqual(names(observe(its, { given: 1 })), { claims: ['0'], missing: [], orphaned: ['1'] });
  started({ original: { replicas: 2 } })(its);
  assert.deepEqual(names(observe(its, { given: 1 })), { claims: ['0', '1'], missing: [], orphaned: [] });
});

test('refuses more replicas than any cluster runs', () => {
  for (const counts of [{ replicas: 2147483647 }, { replicas: 1e300 }, { replicas: 1000, shards: 1000 }]) {
    const its = world();
    change(its, counts);
    assert.throws(() => observe(its), { message: /^error: Prometheus \S+\/k8s has too many replicas: / });
  }
  assert.throws(() => observe(world({ spec: { replicas: 0 } }), { given: 1e9 }), /too many replicas/);
});

test('reads absent replicas in the record as 1', () => {
  const its = world({ spec: { replicas: null } });
  started({}, spec({ replicas: 0 }))(its);
  assert.deepEqual(names(observe(its)).claims, ['0']);
});

test('ignores StatefulSets and pods of other instances', () => {
  const its = world();
  const [set] = its.sets;
  const [pod] = its.pods;
  assert.ok(set && pod);
  its.sets.push({ ...set, metadata: { ...set.metadata, name: 'prometheus-other' } });
  its.pods.push({ ...pod, metadata: { ...pod.metadata, name: 'other-0', labels: {} } });
  const seen = observe(its);
  assert.deepEqual(
    seen.sets.map(({ name }) => name),
    ['prometheus-k8s'],
  );
  assert.deepEqual(
    seen.pods.map(({ name }) => name),
    ['prometheus-k8s-0', 'prometheus-k8s-1'],
  );
});

test('remembers the record after its deletion', () => {
  const its = world();
  started()(its);
  const record = recordFor(its);
  assert.deepEqual(observe(its).held, record);
  assert.deepEqual(observe(world(), { held: record }).held, record);
  assert.equal(observe(world()).held, undefined);
});

const sources: [string, object, string | undefined, boolean?][] = [
  ['no manager', {}, undefined],
  [
    'Argo CD',
    marked({ 'argocd.argoproj.io/tracking-id': 'a:monitoring.coreos.com/Prometheus:monitoring-system/k8s' }),
    'Argo CD application "a"',
    true,
  ],
  ['a mark of another', marked({ 'argocd.argoproj.io/tracking-id': 'a:apps/Deployment:x/y' }), undefined],
  [
    'Flux',
    labelled({
      'helm.toolkit.fluxcd.io/name': 'monitoring',
      'helm.toolkit.fluxcd.io/namespace': 'flux-system',
    }),
    'Flux HelmRelease "flux-system/monitoring"',
    true,
  ],
  ['Helm', marked({ 'meta.helm.sh/release-name': 'monitoring' }), 'Helm release "monitoring"', false],
];
/** managedFields entries of a manager that wrote these fields of the spec. */
const written = (by: Record<string, object>): object => ({
  metadata: {
    managedFields: Object.entries(by).map(([manager, fields]) => ({
      manager,
      fieldsV1: { 'f:spec': fields },
    })),
  },
});
const REPLICAS = { 'f:replicas': {} };
const LIMIT = { 'f:retentionSize': {} };

test('finds the manager of the fields that a run writes: GitOps first, Helm with its release', () => {
  const sourceIn = (by: Record<string, object>, annotations = {}) =>
    sourceOf(observe(world(applyMergePatch(written(by), { metadata: { annotations } }))));
  const release = { 'meta.helm.sh/release-name': 'monitoring' };
  assert.deepEqual(sourceIn({ 'configsync.gke.io': { ...REPLICAS, ...LIMIT } }), {
    text: 'field manager "configsync.gke.io"',
    syncs: true,
    owns: ['replicas', 'retentionSize'],
  });
  assert.deepEqual(sourceIn({ helm: LIMIT, 'kubectl-edit': REPLICAS, other: LIMIT }), {
    text: 'field manager "other"',
    syncs: true,
    owns: ['retentionSize'],
  });
  assert.deepEqual(sourceIn({ helm: REPLICAS }), {
    text: 'field manager "helm"',
    syncs: false,
    owns: ['replicas'],
  });
  assert.deepEqual(sourceIn({ helm: REPLICAS, k9s: LIMIT }, release), {
    text: 'Helm release "monitoring"',
    syncs: false,
  });
  assert.deepEqual(sourceIn({ 'helm-controller': REPLICAS }, release), {
    text: 'Helm release "monitoring" (field manager "helm-controller")',
    syncs: true,
    owns: ['replicas'],
  });
  assert.equal(sourceIn({ 'kubectl-edit': REPLICAS, PrometheusOperator: LIMIT }), undefined);
});

for (const [what, from, text, syncs] of sources)
  test(`managed by ${what}`, () => {
    const source = sourceOf(observe(world(from)));
    assert.deepEqual(source, text && { text, syncs });
  });

test('names the last writer of the fields of a resize, but not this tool or the operator', () => {
  const field = { 'f:spec': { 'f:replicas': {} } };
  const writing = (...managers: [manager: string, time: string, fieldsV1?: object][]) => {
    const now = observe(world());
    const managedFields = managers.map(([manager, time, fieldsV1 = field]) => ({ manager, time, fieldsV1 }));
    const instance = {
      ...now.objects.instance,
      metadata: { ...now.objects.instance.metadata, managedFields },
    };
    return otherWriter({ ...now, objects: { ...now.objects, instance } } as Observed);
  };
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
  assert.equal(writing(['kubectl-monitoring', late], ['PrometheusOperator', late]), undefined);
  assert.match(writing(['flux', early], ['alice', late], ['kubectl-monitoring', late]) ?? '', /alice/);
  assert.equal(writing(['alice', late, { 'f:spec': { 'f:image': {} } }]), undefined);
});

test('recommends online mode if every class allows expansion', () => {
  const now = observe(world());
  const [claim] = now.claims;
  assert.ok(claim);
  const can = (...classes: { name: string; expandable: boolean }[]) =>
    allowsOnline({
      ...now,
      claims: ['gold', 'silver'].map((className) => ({ ...claim, className })),
      context: { ...now.context, classes },
    });
  const [gold, silver] = ['gold', 'silver'].map((name) => ({ name, expandable: true }));
  assert.ok(gold && silver);
  assert.equal(can(gold, silver), true);
  assert.equal(can(gold), false);
  assert.equal(can(gold, { ...silver, expandable: false }), false);
});
