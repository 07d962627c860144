import assert from 'node:assert/strict';
import type { Component } from '../scenarios/components.ts';
import { LARGER, sized } from './acts.ts';
import type { Case } from './case.ts';

interface Naming {
  what: string;
  component: Component;
  /** The claim, and the labels by which it is found. */
  claims: Record<string, Record<string, string>>;
}

const managed = { 'app.kubernetes.io/managed-by': 'prometheus-operator' };

const metrics = (name: string, shard: string) => ({
  ...managed,
  'app.kubernetes.io/name': 'prometheus',
  'app.kubernetes.io/instance': name,
  'operator.prometheus.io/name': name,
  'operator.prometheus.io/shard': shard,
  prometheus: name,
});

const namings: Naming[] = [
  {
    what: 'shards of a Prometheus with a template name of its own',
    component: { name: 'x', replicas: 1, shards: 2, template: 'tsdb' },
    claims: {
      'tsdb-prometheus-x-0': metrics('x', '0'),
      'tsdb-prometheus-x-shard-1-0': metrics('x', '1'),
    },
  },
  {
    what: 'shards of a Prometheus without one',
    component: { name: 'x', replicas: 1, shards: 2 },
    claims: {
      'prometheus-x-db-prometheus-x-0': metrics('x', '0'),
      'prometheus-x-db-prometheus-x-shard-1-0': metrics('x', '1'),
    },
  },
  {
    what: 'an Alertmanager',
    component: { kind: 'Alertmanager', name: 'main', replicas: 1 },
    claims: {
      'alertmanager-main-db-alertmanager-main-0': {
        ...managed,
        'app.kubernetes.io/name': 'alertmanager',
        'app.kubernetes.io/instance': 'main',
        alertmanager: 'main',
      },
    },
  },
  {
    what: 'a ThanosRuler',
    component: { kind: 'ThanosRuler', name: 'rules', replicas: 1 },
    claims: {
      'thanos-ruler-rules-data-thanos-ruler-rules-0': {
        ...managed,
        'app.kubernetes.io/name': 'thanos-ruler',
        'app.kubernetes.io/instance': 'rules',
        'thanos-ruler': 'rules',
      },
    },
  },
];

const PLURALS = {
  Prometheus: 'prometheuses',
  Alertmanager: 'alertmanagers',
  ThanosRuler: 'thanosrulers',
} as const;

/** The names and labels of sets, pods and claims, and that a larger template recreates the StatefulSet of every kind. */
export const naming: Case[] = namings.map(({ what, component, claims }) => ({
  name: `${what}: names and labels claims, and recreates the StatefulSet for a larger template`,
  async run(open) {
    const stage = await open({ components: [component] });
    const found = await stage.list(stage.path('persistentvolumeclaims'));
    assert.deepEqual(
      Object.fromEntries(found.map(({ metadata }) => [metadata.name, metadata.labels])),
      claims,
    );
    const before = await stage.claims();
    const sets = await stage.list(stage.path('statefulsets'));
    const resource = stage.path(PLURALS[component.kind ?? 'Prometheus'], component.name);
    const answer = await stage.patch(resource, { spec: { replicas: 0, ...sized(LARGER) } });
    assert.equal(answer.status, 200, answer.text);
    for (const { metadata } of sets) {
      const made = await stage.waitFor(
        stage.path('statefulsets', metadata.name),
        (set) => set && set.metadata.uid !== metadata.uid,
      );
      assert.equal(made.spec.volumeClaimTemplates[0].spec.resources.requests.storage, LARGER);
    }
    assert.deepEqual(await stage.claims(), before);
  },
}));
