import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ValuesComponent } from '../../../lib/values/keys.ts';
import { planReplicas } from '../../../lib/values/replicas-edit.ts';

const to = (replicas: number, component: ValuesComponent = 'metrics') => ({ component, replicas });

const chart = (number: string): string => `# A comment.
prometheus:
  prometheusSpec:
    replicas: ${number} # two of them
    retention: 30d
grafana:
  replicas: 2
`;

/** A text, and what becomes of it. */
interface Row {
  what: string;
  component?: ValuesComponent;
  text: string;
  after: string;
  change: string;
}

const rows: Row[] = [
  {
    what: 'the values of the chart',
    text: chart('2'),
    after: chart('3'),
    change: '4: prometheus.prometheusSpec.replicas 2 -> 3',
  },
  {
    what: "the platform's own names",
    text: 'metrics: { metricsSpec: { replicas: 1 } }\nui: {}\n',
    after: 'metrics: { metricsSpec: { replicas: 3 } }\nui: {}\n',
    change: '1: metrics.metricsSpec.replicas 1 -> 3',
  },
  {
    what: 'an umbrella chart',
    text: 'monitoring:\n  prometheus:\n    prometheusSpec:\n      replicas: 2\n',
    after: 'monitoring:\n  prometheus:\n    prometheusSpec:\n      replicas: 3\n',
    change: '4: monitoring.prometheus.prometheusSpec.replicas 2 -> 3',
  },
  {
    what: 'a HelmRelease behind another document',
    text: 'a: 1\n---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec:\n  values:\n    alertmanager:\n      alertmanagerSpec:\n        replicas: 1\n',
    after:
      'a: 1\n---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec:\n  values:\n    alertmanager:\n      alertmanagerSpec:\n        replicas: 3\n',
    component: 'alerts',
    change: '9: spec.values.alertmanager.alertmanagerSpec.replicas 1 -> 3',
  },
  {
    what: 'an Application',
    text: 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    helm:\n      valuesObject:\n        kube-state-metrics:\n          replicas: 1\n',
    after:
      'apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    helm:\n      valuesObject:\n        kube-state-metrics:\n          replicas: 3\n',
    component: 'cluster-state',
    change: '8: spec.source.helm.valuesObject.kube-state-metrics.replicas 1 -> 3',
  },
  {
    what: 'a section that sets no number yet',
    text: 'grafana:\n  adminUser: admin\nprometheus: {}\n',
    after: 'grafana:\n  adminUser: admin\n  replicas: 3\nprometheus: {}\n',
    component: 'ui',
    change: '3: grafana.replicas unset -> 3',
  },
];
for (const { what, component, text, after, change } of rows)
  test(`edits ${what}`, () => {
    const edit = planReplicas(text, to(3, component));
    assert.equal(edit.text, after);
    assert.deepEqual(
      edit.changes.map((one) => `${one.line}: ${one.path.join('.')} ${one.from} -> ${one.to}`),
      [change],
    );
    assert.deepEqual([edit.notes, edit.found], [[], true]);
    assert.deepEqual(planReplicas(after, to(3, component)).changes, []);
  });

describe('leaves a file as it is', () => {
  const unchanged = (text: string, wanted: Parameters<typeof planReplicas>[1], texts?: string[]) => {
    const edit = planReplicas(text, wanted, texts);
    assert.deepEqual([edit.text, edit.changes], [text, []]);
    return edit;
  };

  test('if it has the number', () => assert.equal(unchanged(chart('3'), to(3)).found, true));

  test('if it does not have the section', () => {
    assert.deepEqual(unchanged(chart('2'), to(3, 'alerts')), {
      ...{ text: chart('2'), changes: [], notes: [], found: false },
    });
    assert.equal(unchanged('apiVersion: v1\nkind: ConfigMap\ndata: {}\n', to(3)).found, false);
  });

  test('if it sets no number, and 1 is what the chart has', () => {
    assert.deepEqual(unchanged('grafana:\n  adminUser: a\n', to(1, 'ui')).notes, []);
  });

  test('if it sets none, and the chart has no value for it', () => {
    assert.deepEqual(unchanged('prometheusOperator:\n  enabled: true\n', to(2, 'operator')).notes, []);
  });

  test('if another file sets it', () => {
    const text = 'prometheus:\n  prometheusSpec:\n    retention: 30d\n';
    assert.deepEqual(unchanged(text, to(3), [text, chart('2')]).notes, []);
  });

  test('and says so, if the number is a template', () => {
    const { notes } = unchanged(chart("'{{ .replicas }}'"), to(3));
    assert.deepEqual(
      notes.map(({ line, path }) => [line, path.join('.')]),
      [[4, 'prometheus.prometheusSpec.replicas']],
    );
    assert.match(notes[0]?.reason ?? '', /template/);
  });

  test('and says so, if the number is shared', () => {
    const text =
      'x-count: &count 2\nprometheus:\n  prometheusSpec:\n    replicas: *count\ngrafana:\n  replicas: *count\n';
    const { notes } = unchanged(text, to(3));
    assert.equal(notes.length, 1);
  });

  test('and says so, if it has several', () => {
    const text =
      'one:\n  prometheus: { prometheusSpec: { replicas: 1 } }\ntwo:\n  prometheus: { prometheusSpec: { replicas: 1 } }\n';
    const { notes } = unchanged(text, to(3));
    assert.deepEqual(
      notes.map(({ line, reason }) => [line, reason]),
      [
        [2, 'is one of several such numbers'],
        [4, 'is one of several such numbers'],
      ],
    );
  });

  test('and says so, if several files could set it', () => {
    const text = 'grafana:\n  adminUser: a\n';
    const { notes } = unchanged(text, to(3, 'ui'), [text, 'grafana: {}\n']);
    assert.deepEqual(
      notes.map(({ reason }) => reason),
      ['is not set in any file'],
    );
  });
});
