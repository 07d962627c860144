import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareCharts, parseChartVersion } from '../../../lib/upgrades/chart-version.ts';
import { expressionsIn } from '../../../lib/upgrades/expressions.ts';
import { upgradeFindings } from '../../../lib/upgrades/find-issues.ts';
import { oldWritesOf } from '../../../lib/upgrades/old-apis.ts';
import { panelsIn } from '../../../lib/upgrades/panels.ts';
import {
  isKnown,
  kubernetesOf,
  NEWEST,
  OLDEST,
  operatorOf,
  prometheusOf,
} from '../../../lib/upgrades/releases.ts';
import { factsOf } from './facts.ts';

const chart = (text: string) => {
  const version = parseChartVersion(text);
  assert.ok(version, text);
  return version;
};

test('reads versions of charts', () => {
  for (const [text, expected] of [
    ['88.5.3', '88.5.3'],
    ['v88.5.3', '88.5.3'],
    ['88.5.3-rc.1', '88.5.3-rc.1'],
    ['88.5.3+build.5', '88.5.3+build.5'],
  ] as const)
    assert.equal(parseChartVersion(text)?.text, expected);
  for (const text of [
    '',
    '88',
    '88.5',
    'x.y.z',
    '88.5.3 ',
    '88.5.3\n',
    '88888.0.0',
    '-1.0.0',
    '1.0.0-\x1b[31m',
    `1.0.0-${'a'.repeat(65)}`,
  ])
    assert.equal(parseChartVersion(text), undefined, JSON.stringify(text));
});

test('orders charts by number', () => {
  assert.ok(compareCharts(chart('9.0.0'), chart('10.0.0')) < 0);
  assert.ok(compareCharts(chart('72.10.0'), chart('72.9.1')) > 0);
  assert.equal(compareCharts(chart('72.9.1-rc.1'), chart('v72.9.1')), 0);
});

test('knows the operator and the Prometheus of a chart, and of no other', () => {
  for (const [text, operator, prometheus] of [
    ['40.0.0', '0.59.1', [2, 38]],
    ['66.9.9', '0.78.1', [2, 49]],
    ['67.0.0', '0.79.0', [3, 0]],
    ['88.5.3', '0.93.0', [3, 0]],
    ['88.9.9', '0.93.0', [3, 0]],
    ['39.9.9', undefined, undefined],
    ['89.0.0', undefined, undefined],
  ] as const) {
    assert.equal(operatorOf(chart(text)), operator, text);
    assert.deepEqual(prometheusOf(chart(text)), prometheus, text);
    assert.equal(isKnown(chart(text)), operator !== undefined, text);
  }
  assert.ok(isKnown(NEWEST) && isKnown(OLDEST));
  assert.equal(kubernetesOf(chart('72.9.9')), undefined);
  assert.deepEqual(kubernetesOf(chart('90.0.0')), [1, 25]);
});

test('the operators of charts only grow', () => {
  const numbers = Array.from({ length: NEWEST.major - OLDEST.major + 1 }, (_, at) => {
    const [, minor, patch] = (operatorOf(chart(`${OLDEST.major + at}.0.0`)) ?? '').split('.').map(Number);
    return (minor ?? 0) * 100 + (patch ?? 0);
  });
  assert.deepEqual(
    numbers,
    numbers.toSorted((one, other) => one - other),
  );
});

test('finds panels and queries at every level, in whatever a dashboard is', () => {
  const board = {
    panels: [
      { type: 'row', panels: [{ type: 'graph', targets: [{ expr: 'up' }, { expr: ' ' }, { expr: 5 }] }] },
    ],
    rows: [{ panels: [{ type: 'singlestat', targets: [{ expr: 'up' }] }] }, null],
    elements: { a: { spec: { data: { expr: 'down' } } } },
  };
  assert.deepEqual(panelsIn(board), ['graph', 'singlestat']);
  assert.deepEqual(expressionsIn(board), ['up', 'down']);
  for (const other of [null, 5, 'x', [], { panels: 5 }, { panels: { type: 'graph' } }, { rows: [[[]]] }]) {
    assert.deepEqual(panelsIn(other), []);
    assert.deepEqual(expressionsIn(other), []);
  }
  const loop: Record<string, unknown> = { type: 'row' };
  loop.panels = [loop];
  assert.deepEqual(panelsIn(loop), ['row']);
  assert.deepEqual(expressionsIn(loop), []);
});

test('finds what was written by old versions of APIs, whatever managedFields are', () => {
  const written = (managedFields: unknown) =>
    oldWritesOf({ metadata: { name: 'a', namespace: 'n', managedFields } } as never, 'Ingress');
  assert.deepEqual(
    written([
      { manager: 'helm', apiVersion: 'networking.k8s.io/v1beta1' },
      { manager: 'helm', apiVersion: 'networking.k8s.io/v1beta1', subresource: 'status' },
      { manager: 'kubectl', apiVersion: 'networking.k8s.io/v1' },
      { apiVersion: 'extensions/v1beta1' },
    ]),
    [
      { object: 'Ingress n/a', api: 'networking.k8s.io/v1beta1', manager: 'field manager "helm"' },
      { object: 'Ingress n/a', api: 'extensions/v1beta1', manager: 'a field manager without a name' },
    ],
  );
  for (const other of [undefined, null, 5, [null], [{ apiVersion: 5 }], [{ apiVersion: 'toString' }], [{}]])
    assert.deepEqual(written(other), []);
});

test('reads a long expression in time that grows with it', () => {
  const text = 'rate('.repeat(100_000);
  const found = upgradeFindings(factsOf({ from: '66.0.0', to: '67.0.0', rules: [text] }));
  assert.ok(found.every(({ reason }) => reason !== 'left-open-ranges'));
});
