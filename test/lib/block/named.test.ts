import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'js-yaml';
import { blockFiles } from '../../../lib/block/files.ts';
import { type BlockChart, inNames, UPSTREAM_CHART } from '../../../lib/block/named.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import { MONITORING_GROUP } from '../../../lib/objects/names.ts';
import { withoutEscapes } from '../../../lib/words/chart-template.ts';

const UPSTREAM: BlockChart = { names: 'upstream', group: MONITORING_GROUP, ...UPSTREAM_CHART };
const PLATFORM: BlockChart = {
  names: 'platform',
  group: 'monitoring.example.com',
  chart: 'monitoring-block',
  version: '4.2.0',
  repository: 'https://charts.example.com',
};

test('upstream, the files are as they are in this repository', () => {
  for (const text of Object.values(blockFiles())) assert.equal(inNames(text, UPSTREAM), text);
});

test('in the names of the platform, no name of prometheus-operator and its chart is left', () => {
  const theirs =
    /kube-prometheus-stack|monitoring\.coreos\.com|PrometheusRule\b|grafana_dashboard|88\.5\.3|prometheus-community|^ *(?:prometheus|prometheusSpec|alertmanager|alertmanagerSpec|grafana):(?: k8s)?$/m;
  for (const [path, text] of Object.entries(blockFiles()))
    assert.doesNotMatch(inNames(text, PLATFORM), theirs, path);
});

test('rules have the kind, the group and the labels of the platform (§2.2)', () => {
  const { apiVersion, kind, metadata } = load(
    withoutEscapes(inNames(blockFiles()['extensions/templates/alerts/pods.yaml'] ?? '', PLATFORM)) ?? '',
  ) as Record<string, unknown>;
  assert.deepEqual(
    { apiVersion, kind, metadata },
    {
      apiVersion: 'monitoring.example.com/v1',
      kind: 'MetricsRule',
      metadata: { name: 'pods', labels: { metrics: 'k8s', role: 'alert-rules' } },
    },
  );
});

test('values have the keys of the platform (§2.4), below the name of its chart', () => {
  const values = load(inNames(blockFiles()['values.yaml'] ?? '', PLATFORM)) as Record<string, unknown>;
  assert.deepEqual(Object.keys(values), ['monitoring-block']);
  const { defaultRules, ...keys } = fieldsOf(values['monitoring-block']) ?? {};
  assert.deepEqual(Object.keys(keys), ['metrics', 'alerts', 'ui']);
  assert.deepEqual(defaultRules, { create: false });
});

test('the dependency is the chart of the platform', () => {
  const { dependencies } = load(inNames(blockFiles()['Chart.yaml'] ?? '', PLATFORM)) as {
    dependencies: unknown[];
  };
  const { chart: name, version, repository } = PLATFORM;
  assert.deepEqual(dependencies[0], { name, version, repository });
});

test('words that YAML would read as anything else are quoted, and none is looked for in another', () => {
  const odd: BlockChart = {
    ...PLATFORM,
    chart: 'true',
    version: '1.10',
    repository: `https://88.5.3/#${UPSTREAM_CHART.chart}`,
  };
  const { chart: name, version, repository } = odd;
  const { dependencies } = load(inNames(blockFiles()['Chart.yaml'] ?? '', odd)) as {
    dependencies: unknown[];
  };
  assert.deepEqual(dependencies[0], { name, version, repository });
  assert.deepEqual(Object.keys(load(inNames(blockFiles()['values.yaml'] ?? '', odd)) as object), [name]);
});

test('the expressions and messages of rules are the same in both names', () => {
  for (const [path, text] of Object.entries(blockFiles())) {
    if (!path.includes('/alerts/')) continue;
    const specOf = (chart: BlockChart): unknown =>
      (load(withoutEscapes(inNames(text, chart)) ?? '') as { spec: unknown }).spec;
    assert.deepEqual(specOf(PLATFORM), specOf(UPSTREAM), path);
  }
});
