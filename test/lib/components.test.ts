import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  COMPONENTS,
  claimName,
  instanceLabels,
  instanceResource,
  instancesPath,
  setNames,
} from '../../lib/objects/components.ts';
import { statefulSetOf } from '../operators/monitoring/component.ts';
import { claimsOf } from '../operators/monitoring/identity.ts';
import type { ComponentKind } from '../operators/monitoring/kinds.ts';

const { metrics, alerts, ruler, agent } = COMPONENTS;

test('builds the paths of resources', () => {
  const group = '/apis/monitoring.coreos.com/v1/namespaces/monitoring-system';
  assert.equal(instancesPath(metrics, 'monitoring-system'), `${group}/prometheuses`);
  assert.equal(instancesPath(alerts, 'monitoring-system', 'main'), `${group}/alertmanagers/main`);
  assert.equal(
    instancesPath(agent, 'monitoring-system', 'edge'),
    '/apis/monitoring.coreos.com/v1alpha1/namespaces/monitoring-system/prometheusagents/edge',
  );
  assert.equal(instanceResource(ruler, 'k8s'), 'thanosruler.monitoring.coreos.com/k8s');
});

test('names one StatefulSet per shard, the first without a number', () => {
  assert.deepEqual(setNames(metrics, 'k8s', 3), [
    'prometheus-k8s',
    'prometheus-k8s-shard-1',
    'prometheus-k8s-shard-2',
  ]);
  assert.deepEqual(setNames(ruler, 'k8s', 1), ['thanos-ruler-k8s']);
});

test('the names and labels of a PrometheusAgent are not those of the Prometheus of its name', () => {
  assert.deepEqual(setNames(agent, 'k8s', 2), ['prom-agent-k8s', 'prom-agent-k8s-shard-1']);
  assert.deepEqual(instanceLabels(agent, 'k8s'), {
    'app.kubernetes.io/name': 'prometheus-agent',
    'app.kubernetes.io/instance': 'k8s',
  });
});

for (const component of [metrics, alerts, ruler])
  test(`the names and labels of a ${component.kind} are those that its operator gives`, () => {
    const resource = {
      metadata: { name: 'k8s', namespace: 'monitoring-system' },
      spec: { storage: { volumeClaimTemplate: {} } },
    };
    const set = statefulSetOf(component.kind as ComponentKind, resource);
    assert.deepEqual(setNames(component, 'k8s', 1), [set.metadata.name]);
    const template = `${component.prefix}-k8s-${component.volume}`;
    const [claim] = claimsOf(set, 1);
    assert.equal(claimName(template, set.metadata.name, 1), claim?.metadata.name);
    for (const [key, value] of Object.entries(instanceLabels(component, 'k8s')))
      assert.equal(claim?.metadata.labels?.[key], value);
    assert.equal(component.service, set.spec.serviceName);
  });
