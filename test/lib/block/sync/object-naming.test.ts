import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectNaming } from '../../../../lib/block/sync/object-naming.ts';
import { readOwn } from '../../../../lib/block/sync/own-files.ts';

const UPSTREAM = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  labels: { prometheus: 'k8s', role: 'alert-rules' },
  dashboardLabels: { grafana_dashboard: '1' },
};
const PLATFORM = {
  apiVersion: 'g.example.com/v1',
  kind: 'MetricsRule',
  labels: { metrics: 'k8s', role: 'alert-rules' },
  dashboardLabels: { ui_dashboard: '1' },
};

const rule = (kind: string, labels: object, apiVersion = 'g.example.com/v1'): string =>
  JSON.stringify({ apiVersion, kind, metadata: { name: 'a', labels }, spec: { groups: [] } });

const ownRules = (...texts: string[]) =>
  readOwn(texts.map((text, at) => ({ path: `templates/alerts/${at}.yaml`, text }))).rules;

test('without anything, the names are those of prometheus-operator', () =>
  assert.deepEqual(objectNaming([], undefined), UPSTREAM));

test('the names are those that init wrote', () => {
  assert.deepEqual(objectNaming([], { names: 'platform', group: 'g.example.com' }), PLATFORM);
  assert.deepEqual(objectNaming([], { names: 'upstream', group: 'monitoring.coreos.com' }), UPSTREAM);
});

test("without init, the names are those of the chart's own rules", () => {
  const own = ownRules(rule('MetricsRule', { metrics: 'k8s', role: 'alert-rules' }));
  assert.deepEqual(objectNaming(own, undefined), PLATFORM);
});

test('the labels are those that all own rules have', () => {
  const own = ownRules(
    rule('MetricsRule', { metrics: 'blue', role: 'alert-rules', app: 'shop' }),
    rule('MetricsRule', { metrics: 'blue', role: 'alert-rules', app: 'web' }),
  );
  assert.deepEqual(objectNaming(own, undefined).labels, { metrics: 'blue', role: 'alert-rules' });
});

test('the labels are the usual ones if the own rules share none, or are of the other kind', () => {
  const own = ownRules(rule('MetricsRule', { a: '1' }), rule('MetricsRule', { b: '1' }));
  assert.deepEqual(objectNaming(own, undefined).labels, PLATFORM.labels);
  const upstream = ownRules(rule('PrometheusRule', { release: 'kps' }));
  assert.deepEqual(objectNaming(upstream, { names: 'platform', group: 'g.example.com' }), PLATFORM);
});

test('own templates that only Helm can render, and what is not YAML, are left out', () => {
  const texts = ['{{ if .Values.a }}\nkind: MetricsRule\n{{ end }}', 'a: [', '', '- a', 'null'];
  assert.deepEqual(ownRules(...texts), []);
});
