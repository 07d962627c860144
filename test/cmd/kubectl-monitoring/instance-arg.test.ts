import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instanceArg } from '../../../cmd/kubectl-monitoring/shared/instance-arg.ts';
import type { ComponentName } from '../../../lib/objects/components.ts';

const words: [string, ComponentName | undefined, ComponentName | undefined][] = [
  ['k8s', undefined, undefined],
  ['k8s', 'ruler', 'ruler'],
  ['prometheus/k8s', undefined, 'metrics'],
  ['Prometheus/k8s', 'metrics', 'metrics'],
  ['prometheuses/k8s', undefined, 'metrics'],
  ['prom/k8s', undefined, 'metrics'],
  ['prometheus.monitoring.coreos.com/k8s', undefined, 'metrics'],
  ['prometheuses.v1.monitoring.coreos.com/k8s', undefined, 'metrics'],
  ['alertmanager/k8s', 'alerts', 'alerts'],
  ['am/k8s', undefined, 'alerts'],
  ['thanosrulers/k8s', undefined, 'ruler'],
  ['promagent/k8s', undefined, 'agent'],
  ['prometheusagents.v1alpha1.monitoring.coreos.com/k8s', undefined, 'agent'],
  ['ruler/k8s', undefined, 'ruler'],
];
for (const [word, given, component] of words)
  test(`${word}, with --component ${given}`, () => {
    assert.deepEqual(instanceArg(word, given), { name: 'k8s', component });
  });

const KINDS =
  'Use the name alone, or with its kind: prometheus/NAME, alertmanager/NAME, thanosruler/NAME or prometheusagent/NAME.';
const unknown = [
  ...['foo/k8s', '/k8s', 'a/prometheus/k8s', 'prometheus//k8s', 'prometheus.example.org/k8s', 'metrics/k8s'],
  ...['statefulset/prometheus-k8s', 'constructor/k8s'],
];
for (const word of unknown)
  test(`${word} is of an unknown kind`, () => {
    assert.throws(() => instanceArg(word, undefined), {
      kind: 'usage',
      message: `error: "${word}" is not a Prometheus, Alertmanager, ThanosRuler or PrometheusAgent`,
      hint: KINDS,
    });
  });

test('refuses a kind that --component contradicts', () => {
  assert.throws(() => instanceArg('ruler/k8s', 'metrics'), {
    kind: 'usage',
    message: 'error: "ruler/k8s" is of kind ThanosRuler, but --component is metrics',
    hint: 'Use --component ruler.',
  });
});

test('refuses an invalid name, and escapes control characters in a type', () => {
  for (const word of ['prometheus/', 'K8s', '..', 'prometheus/..'])
    assert.throws(() => instanceArg(word, undefined), {
      kind: 'usage',
      message: /^error: invalid resource name /,
    });
  assert.throws(() => instanceArg('\x1b[31m/k8s', undefined), { message: /^error: "[\x20-\x7e]+$/ });
});
