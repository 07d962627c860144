import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rendered } from '../../../../cmd/kubectl-monitoring/capacity/render.ts';
import { reportOf } from '../../../../cmd/kubectl-monitoring/capacity/report.ts';
import { daysToFull, type VolumeMetrics } from '../../../../lib/capacity/outlook.ts';
import type { Measured } from '../../../../lib/cluster/capacity/measure.ts';
import type { Owned } from '../../../../lib/status/instances.ts';
import { owned } from './owned.ts';

const GIB = 1024 ** 3;
const now = new Date('2026-01-02T03:04:05Z');

/** Metrics of a growing volume: GiB used, of 48, and GiB per day. */
function metrics(used: number, perDay: number): Omit<VolumeMetrics, 'namespace' | 'claim'> {
  const use = { used: used * GIB, capacity: 48 * GIB };
  const rate = perDay * GIB;
  const growth = { perDay: rate, low: 0.9 * rate, high: 1.1 * rate, days: 14 };
  return { use, growth, daysToFull: daysToFull(use, growth), points: [] };
}

const NONE = { use: undefined, growth: undefined, daysToFull: undefined, points: [] };

function shown(
  all: Owned[],
  of: Record<string, Omit<VolumeMetrics, 'namespace' | 'claim'>>,
  { columns, points = [] }: { columns?: number; points?: [number, number][] } = {},
): string {
  const measured = (one: Owned): Measured[] =>
    one.volumes.map((volume) => ({
      ...volume,
      metrics: {
        namespace: volume.owner.namespace,
        claim: volume.claim.name,
        ...(of[volume.claim.name] ?? NONE),
      },
    }));
  const report = reportOf(
    all,
    all.map((one) => ({ namespace: one.owner.namespace, via: 'a pod', volumes: measured(one), missing: [] })),
    { now, over: 14, horizon: 30, values: { context: undefined, kubeconfig: undefined, server: undefined } },
  );
  return rendered(
    { report, now, pointsOf: () => points },
    { columns, unicode: false, paint: (_style, text) => text },
  );
}

describe('sizes', () => {
  test('use the volume with the largest need, ignoring orphaned ones', () => {
    const text = shown([owned('a', ['db-0', 'db-1', 'left-2'])], {
      'db-0': metrics(10, 0.1),
      'db-1': metrics(20, 1),
      'left-2': metrics(40, 10),
    });
    assert.equal(
      text,
      `Measured by a pod

Prometheus a/k8s
  db-1: at risk
  [#################.......................] 20Gi of 48Gi (41%)
  grows 1Gi +- 102Mi a day, full in 28 days (25 to 31)

  db-0: healthy
  [########................................] 10Gi of 48Gi (20%)
  grows 102Mi +- 10.2Mi a day, full in 380 days (345 to 422)

  left-2: healthy
  [#################################.......] 40Gi of 48Gi (83%)
  no replica uses it
  grows 10Gi +- 1Gi a day, full in 19 hours

Size for 30 days, at most 80% full
  Prometheus a/k8s: 67Gi (now 50Gi)
    kubectl monitoring resize-pvc 67Gi k8s -n a
`,
    );
  });

  test('use the measured volumes, and are unknown without any', () => {
    const ui = owned('b', ['grafana'], { component: 'ui', kind: 'Deployment', name: 'grafana' });
    const alerts = owned('b', ['am-0'], { component: 'alerts', kind: 'Alertmanager', name: 'main' });
    const ruler = owned('b', [], { component: 'ruler', kind: 'ThanosRuler', name: 'rules' });
    const text = shown([owned('a', ['db-0', 'db-1']), alerts, ruler, ui], {
      'db-1': metrics(20, 0.1),
      grafana: metrics(40, 1),
    });
    assert.equal(
      text.slice(text.indexOf('Size for')),
      `Size for 30 days, at most 80% full
  Prometheus a/k8s: 50Gi is enough
  Alertmanager b/main: unknown (now 50Gi)
  ThanosRuler b/rules: no claim
  Deployment b/grafana: 92Gi (now 50Gi): grow it manually
  (grafana.persistence.size in the chart's values)
`,
    );
    assert.ok(text.includes('  db-0: unknown\n  not measured\n'));
  });
});

test('shows the owners of the most severe volumes first', () => {
  const ui = owned('b', ['grafana'], { component: 'ui', kind: 'Deployment', name: 'grafana' });
  const text = shown([owned('a', ['db-0', 'db-1']), ui], {
    'db-0': metrics(20, 0.1),
    'db-1': metrics(20, 0.1),
    grafana: metrics(47.9, 0),
  });
  assert.deepEqual(
    [...text.matchAll(/^(?:\S+ \w\/\w+| {2}[\w-]+: \w+( risk)?)$/gm)].map(([line]) => line.trim()),
    ['Deployment b/grafana', 'grafana: at risk', 'Prometheus a/k8s', 'db-0: healthy', 'db-1: healthy'],
  );
});

test('has a sentence instead of a chart of nearly nothing', () => {
  const points: [number, number][] = [0, 1, 2].map((day) => [now.getTime() / 1000 - day * 86_400, GIB]);
  const of = (used: number, perDay: number) =>
    shown(
      [owned('a', ['db-0'])],
      { 'db-0': metrics(used, perDay) },
      { columns: 80, points: points.toReversed() },
    );
  assert.match(of(1, 0), /^ {2}no chart: use stays below 5% of the volume$/m);
  // It is more within the time of the projection.
  assert.match(of(1, 2), /^ {2}48Gi \+$/m);
});

test('escapes control characters in a claim', () => {
  const text = shown([owned('a', ['db\u001b[31m-0\nnext'])], {});
  assert.ok(text.includes('  db\\x1b[31m-0\\x0anext: unknown\n'));
});

test('shows only text if there is no room for a chart', () => {
  const text = shown([owned('a', ['db-0'])], { 'db-0': metrics(20, 1) }, { columns: 20 });
  assert.ok(text.includes('  20Gi of 48Gi (41%)\n'), text);
});
