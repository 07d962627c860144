import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Chart, chartOf, distinct } from '../../../lib/versions/install.ts';

const identity = { group: 'apps', kind: 'Deployment' };
const of = (labels: Record<string, string>, annotations: Record<string, string> = {}): Chart | undefined =>
  chartOf({ metadata: { name: 'a', namespace: 'b', labels, annotations } }, identity);

const names: [Record<string, string>, string | undefined][] = [
  [{ 'helm.sh/chart': 'baremetal-operator-0.9.2' }, 'baremetal-operator 0.9.2'],
  [{ chart: 'kube-prometheus-stack-88.5.0', heritage: 'Helm' }, 'kube-prometheus-stack 88.5.0'],
  [{ 'helm.sh/chart': 'new-2.0.0', chart: 'old-1.0.0' }, 'new 2.0.0'],
  [{ 'helm.sh/chart': 'a-1.2.3-rc.1_build' }, 'a 1.2.3-rc.1+build'],
  [{ 'helm.sh/chart': 'a-v1.2.3' }, 'a v1.2.3'],
  [{ 'helm.sh/chart': 'baremetal-operator' }, undefined],
  [{ 'app.kubernetes.io/version': '1.2.3' }, undefined],
  [{}, undefined],
];
for (const [labels, shown] of names)
  test(`the chart in ${JSON.stringify(labels)}`, () => {
    const chart = of(labels);
    assert.equal(chart && `${chart.name} ${chart.version}`, shown);
  });

const labels = { 'helm.sh/chart': 'a-1.2.3' };
const sources: [Record<string, string>, Record<string, string>, string | null][] = [
  [{}, {}, null],
  [{}, { 'meta.helm.sh/release-name': 'r', 'meta.helm.sh/release-namespace': 'n' }, 'Helm release "n/r"'],
  [
    { 'helm.toolkit.fluxcd.io/name': 'r', 'helm.toolkit.fluxcd.io/namespace': 'n' },
    { 'meta.helm.sh/release-name': 'other' },
    'Flux HelmRelease "n/r"',
  ],
  [{}, { 'argocd.argoproj.io/tracking-id': 'app:apps/Deployment:b/a' }, 'Argo CD application "app"'],
  [{}, { 'argocd.argoproj.io/tracking-id': 'app:apps/Deployment:b/other' }, null],
];
for (const [more, annotations, source] of sources)
  test(`names the source of a chart: ${source}`, () =>
    assert.equal(of({ ...labels, ...more }, annotations)?.source, source));

test("names the manager of a chart's label as its source, unless that is an interactive client", () => {
  const source = (manager: string, key = 'helm.sh/chart') => {
    const fieldsV1 = { 'f:metadata': { 'f:labels': { [`f:${key}`]: {} } } };
    const metadata = { name: 'a', namespace: 'b', labels, managedFields: [{ manager, fieldsV1 }] };
    return chartOf({ metadata }, identity)?.source;
  };
  assert.equal(source('configsync.gke.io'), 'field manager "configsync.gke.io"');
  assert.equal(source('kubectl-client-side-apply'), null);
  assert.equal(source('kyverno', 'team'), null);
});

test('lists each chart once', () => {
  const chart = { name: 'a', version: '1', namespace: 'b', source: null };
  assert.deepEqual(distinct([chart, { ...chart }, { ...chart, namespace: 'c' }]), [
    chart,
    { ...chart, namespace: 'c' },
  ]);
});
