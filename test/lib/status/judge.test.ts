import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BlockVerdict } from '../../../lib/capacity/fill.ts';
import type { Block } from '../../../lib/status/block.ts';
import type { Check } from '../../../lib/status/checks/finding.ts';
import { CHECKS, findingsOf, unknownsOf, verdictOf } from '../../../lib/status/judge.ts';
import { type Finding, objectText, SEVERITIES, type Severity } from '../../../lib/words/finding.ts';
import { EXIT_CODES } from '../../../lib/words/verdict.ts';
import { manager, managerReplica, server, serverReplica } from '../alerts/watchdog-facts.ts';
import { block, claim, instance, volume, watchdog, withInstance, withWorkload, workload } from './blocks.ts';

const found = (severity: Severity, namespace = 'n', name = 'a') => ({
  severity,
  kind: 'Some',
  namespace,
  name,
  message: 'it is so',
  next: undefined,
  hint: 'repair it',
});
const finding = (severity: Severity, reason = 'some'): Finding => ({ reason, ...found(severity) });

const unread = [{ what: 'nodes', reason: 'forbidden' }];
const verdicts: [name: string, findings: Finding[], seen: Block, verdict: BlockVerdict][] = [
  ['nothing found', [], block(), 'healthy'],
  ['info alone', [finding('info')], block(), 'healthy'],
  ['something critical', [finding('critical')], block(), 'degraded'],
  ['a warning', [finding('warning')], block(), 'degraded'],
  ['a volume that fills', [finding('warning', 'disk-filling'), finding('info')], block(), 'at-risk'],
  ['a volume that fills, unread', [finding('warning', 'disk-filling')], block({ unread }), 'at-risk'],
  [
    'a volume that fills, and something else that is critical',
    [finding('critical'), finding('warning', 'disk-filling')],
    block(),
    'at-risk',
  ],
  ['a full volume', [finding('critical', 'disk-full')], block(), 'at-risk'],
  ['no workloads', [], block({ workloads: [] }), 'healthy'],
  ['no instances', [], block({ instances: [], volumes: [] }), 'healthy'],
  ['neither', [], block({ workloads: [], instances: [], volumes: [] }), 'unknown'],
  ['something unread', [], block({ unread }), 'unknown'],
  ['something unread beside info', [finding('info')], block({ unread }), 'unknown'],
  ['something unread beside a fault', [finding('warning')], block({ unread }), 'degraded'],
  [
    'a replica that could not be asked',
    [],
    block({
      watchdog: watchdog({
        servers: [server({ replicas: [serverReplica(0, { rule: { reason: 'no answer' } })] })],
      }),
    }),
    'unknown',
  ],
  ['a volume that is not measured', [], block({ volumes: [volume(0, { metrics: undefined })] }), 'unknown'],
  [
    'an orphaned volume, which is not measured',
    [],
    block({ volumes: [volume(0, { metrics: undefined, orphaned: true })] }),
    'healthy',
  ],
  ['no part of the block', [], block({ workloads: [], instances: [], volumes: [] }), 'unknown'],
];
for (const [name, findings, seen, verdict] of verdicts)
  test(`${name}: ${verdict}`, () => assert.equal(verdictOf(findings, seen), verdict));

test('uses the exit codes of a diagnosis', () =>
  assert.deepEqual(EXIT_CODES, { healthy: 0, 'at-risk': 1, degraded: 1, unknown: 2 }));

test('lists as unknown what was not read, not queried, or not measured', () => {
  const silent = managerReplica(1, { pod: 'main-1', alerts: { reason: 'it answered 503' } });
  const seen = block({
    unread,
    volumes: [volume(0, { metrics: undefined })],
    watchdog: watchdog({ managers: [manager({ replicas: [managerReplica(0), silent] })] }),
  });
  assert.deepEqual(unknownsOf(seen), [
    { what: 'nodes', reason: 'forbidden' },
    { what: 'watchdog at main-1', namespace: 'monitoring-system', reason: 'it answered 503' },
    {
      what: 'use of prometheus-k8s-db-prometheus-k8s-0',
      namespace: 'monitoring-system',
      reason: 'it is not measured',
      next: { words: ['kubectl', 'monitoring', 'capacity'], namespace: 'monitoring-system' },
    },
  ]);
});

test('reports missing metrics once per namespace, not per volume', () => {
  const metrics = { what: 'metrics', namespace: 'monitoring-system', reason: 'no answer' };
  const volumes = [
    volume(0, { metrics: undefined }),
    volume(1, { metrics: undefined, namespace: 'other', claim: claim('elsewhere') }),
  ];
  assert.deepEqual(
    unknownsOf(block({ volumes, unread: [metrics] })).map(({ what }) => what),
    ['metrics', 'use of elsewhere'],
  );
});

const finds = (name: string, ...all: ReturnType<typeof found>[]): Check => ({
  name,
  find: () => all,
});

test('sorts findings by severity, then by check, namespace and name', () => {
  const checks = [
    finds('one', found('info', 'a', 'a'), found('critical', 'b', 'a'), found('critical', 'a', 'b')),
    finds('two', found('warning'), found('critical', 'a', 'a')),
  ];
  assert.deepEqual(
    findingsOf(block(), checks).map(({ reason, severity, namespace, name }) => [
      reason,
      severity,
      namespace,
      name,
    ]),
    [
      ['one', 'critical', 'a', 'b'],
      ['one', 'critical', 'b', 'a'],
      ['two', 'critical', 'a', 'a'],
      ['two', 'warning', 'n', 'a'],
      ['one', 'info', 'a', 'a'],
    ],
  );
});

test('sorts findings independently of the order in which a check finds them', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const any = fc.tuple(fc.constantFrom(...SEVERITIES), name, name);
  fc.assert(
    fc.property(fc.array(fc.array(any, { maxLength: 5 }), { maxLength: 4 }), (all) => {
      const sorted = (given: typeof all) =>
        findingsOf(
          block(),
          given.map((each, at) => finds(`${at}`, ...each.map((one) => found(...one)))),
        );
      const places = sorted(all).map(
        (one) => `${SEVERITIES.indexOf(one.severity)} ${one.reason} ${one.namespace} ${objectText(one)}`,
      );
      assert.deepEqual(places, places.toSorted());
      assert.deepEqual(sorted(all.map((each) => each.toReversed())), sorted(all));
    }),
  );
});

/** Faults by object; each can be combined with the others. */
const textOf = (one: Finding): string => `${one.reason} ${objectText(one)}`;

const faults: { object: string; change(of: Block): Block }[] = [
  { object: 'prometheus/k8s', change: (of) => withInstance('metrics', { ready: 0 }, of) },
  {
    object: 'alertmanager/main',
    change: (of) => withInstance('alerts', { paused: true, size: undefined }, of),
  },
  { object: 'deployment/grafana', change: (of) => withWorkload('ui', { claim: 'grafana' }, of) },
  { object: 'deployment/prometheus-operator', change: (of) => withWorkload('operator', { wanted: 2 }, of) },
  {
    object: 'deployment/kube-state-metrics',
    change: (of) => withWorkload('cluster-state', { ready: 0 }, of),
  },
  { object: 'daemonset/node-exporter', change: (of) => withWorkload('node-exporter', { wanted: 1 }, of) },
  {
    object: 'pvc/prometheus-k8s-db-prometheus-k8s-0',
    change: (of) => ({ ...of, volumes: [volume(0, { used: 0.99 }), ...of.volumes.slice(1)] }),
  },
  {
    object: 'pvc/prometheus-k8s-db-prometheus-k8s-1',
    change: (of) => ({ ...of, volumes: [...of.volumes.slice(0, 1), volume(1, { perDay: 1 })] }),
  },
  {
    object: 'deployment/second',
    change: (of) => ({ ...of, workloads: [...of.workloads, workload('operator', { name: 'second' })] }),
  },
  {
    object: 'thanosruler/rules',
    change: (of) => ({ ...of, instances: [...of.instances, instance('ruler', { ready: 1 })] }),
  },
];

test('finds a fault beside any others, without hiding findings of other objects', () => {
  fc.assert(
    fc.property(fc.subarray(faults), fc.constantFrom(...faults), (some, more) => {
      const before = some.filter((fault) => fault !== more).reduce((of, { change }) => change(of), block());
      const after = findingsOf(more.change(before));
      assert.ok(after.some((one) => objectText(one) === more.object));
      const left = after.map(textOf);
      for (const one of findingsOf(before))
        if (objectText(one) !== more.object) assert.ok(left.includes(textOf(one)), textOf(one));
    }),
  );
});

test('checks have unique names', () => {
  for (const { name } of CHECKS) assert.match(name, /^[a-z]+(-[a-z]+)*$/);
  assert.equal(new Set(CHECKS.map(({ name }) => name)).size, CHECKS.length);
});
