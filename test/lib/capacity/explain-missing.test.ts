import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainMissing, type Traces } from '../../../lib/capacity/queries.ts';
import type { Sample } from '../../../lib/metrics/query.ts';

const NAMESPACE = 'monitoring-system';

const sample = (labels: Record<string, string>, value = 1): Sample => ({ labels, value });
const elsewhere = [sample({ namespace: 'shop' }, 12)];
const kubelets = (up: number, down: number): Sample[] => [
  ...(up > 0 ? [sample({ up: '1' }, up)] : []),
  ...(down > 0 ? [sample({ up: '0' }, down)] : []),
];
const mounts = (...claims: string[]): Sample[] =>
  claims.map((claim) => sample({ persistentvolumeclaim: claim }));
const claim = (name: string, more: { once?: boolean; orphaned?: boolean } = {}) => ({
  name,
  once: false,
  orphaned: false,
  ...more,
});

const traces = (given: Partial<Traces>): Traces => ({
  presence: elsewhere,
  kubelets: kubelets(3, 0),
  mounts: [],
  ...given,
});

/** Why claim `db-0` has no metrics. */
const rows: [string, Partial<Traces>, RegExp, { once?: boolean; orphaned?: boolean }?][] = [
  ['no kubelet is scraped', { presence: [], kubelets: [] }, /^this Prometheus does not scrape the kubelets/],
  [
    'every scrape fails',
    { presence: [], kubelets: kubelets(0, 3) },
    /^the scrape of every kubelet fails \(3 of 3\)/,
  ],
  ['the metric is dropped', { presence: [] }, /^the kubelets are scraped, but the metric/],
  [
    'the label is another',
    { presence: [sample({ namespace: 'kube-system', exported_namespace: NAMESPACE })] },
    /^the label "namespace" of the volume metrics/,
  ],
  [
    'the label is that of another namespace',
    {
      presence: [sample({ namespace: 'kube-system', exported_namespace: 'shop' })],
      kubelets: kubelets(3, 0),
    },
    /^no running pod uses it, or its storage driver/,
  ],
  ['its pod is unknown', {}, /^no running pod uses it, or its storage driver/],
  ['its driver reports nothing', { mounts: mounts('db-0') }, /^its storage driver reports/],
  ['no pod uses it', { mounts: mounts('db-1') }, /^no pod uses it/],
  ['some kubelets fail', { kubelets: kubelets(2, 1), mounts: mounts('db-0') }, /^1 of 3 kubelets/],
  ['it was measured before', { mounts: mounts('db-0') }, /^it was measured until/, { once: true }],
  ['it is orphaned', {}, /^its replica was scaled down/, { orphaned: true }],
];
for (const [what, given, reason, more] of rows)
  test(what, () => {
    const [found, ...others] = explainMissing(NAMESPACE, [claim('db-0', more)], traces(given));
    assert.deepEqual(others, []);
    assert.deepEqual(found?.claims, ['db-0']);
    assert.match(found?.reason ?? '', reason);
    assert.match(found?.hint ?? '', /\.$/);
  });

test('groups claims by reason', () => {
  const found = explainMissing(
    NAMESPACE,
    [claim('db-0'), claim('db-1'), claim('db-2', { orphaned: true }), claim('db-3')],
    traces({ mounts: mounts('db-1') }),
  );
  assert.deepEqual(
    found.map(({ claims }) => claims),
    [['db-0', 'db-3'], ['db-1'], ['db-2']],
  );
});

test('reports one reason for all claims if no kubelet is scraped', () => {
  const all = [claim('db-0'), claim('db-1', { orphaned: true })];
  const found = explainMissing(NAMESPACE, all, traces({ presence: [], kubelets: [] }));
  assert.deepEqual(
    found.map(({ claims }) => claims),
    [['db-0', 'db-1']],
  );
});

test('explains nothing if no metrics are missing', () => {
  assert.deepEqual(explainMissing(NAMESPACE, [], traces({ presence: [] })), []);
});
