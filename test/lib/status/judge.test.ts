import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Block } from '../../../lib/status/block.ts';
import { type Check, type Finding, HARMS, type Harm } from '../../../lib/status/checks/finding.ts';
import {
  CHECKS,
  EXIT_CODES,
  findingsOf,
  unknownsOf,
  type Verdict,
  verdictOf,
} from '../../../lib/status/judge.ts';
import { block, claim, instance, volume, watchdog, withInstance, withWorkload, workload } from './blocks.ts';

const found = (harm: Harm, namespace = 'n', about = 'a') => ({
  harm,
  namespace,
  about,
  text: 'it is so',
  command: undefined,
  advice: 'mend it',
});
const finding = (harm: Harm): Finding => ({ check: 'some', ...found(harm) });

const unread = [{ what: 'nodes', reason: 'forbidden' }];
const verdicts: [name: string, findings: Finding[], seen: Block, verdict: Verdict][] = [
  ['nothing found', [], block(), 'healthy'],
  ['notices alone', [finding('notice')], block(), 'healthy'],
  ...HARMS.filter((harm) => harm !== 'notice').map((harm): [string, Finding[], Block, Verdict] => [
    harm,
    [finding(harm)],
    block(),
    'needs-work',
  ]),
  ['no workloads', [], block({ workloads: [] }), 'healthy'],
  ['no instances', [], block({ instances: [], volumes: [] }), 'healthy'],
  ['neither', [], block({ workloads: [], instances: [], volumes: [] }), 'unknown'],
  ['something unread', [], block({ unread }), 'unknown'],
  ['something unread beside a notice', [finding('notice')], block({ unread }), 'unknown'],
  ['something unread beside a fault', [finding('risk')], block({ unread }), 'needs-work'],
  [
    'a replica that could not be asked',
    [],
    withInstance('metrics', { watchdog: watchdog({ unasked: [{ pod: 'k8s-0', reason: 'no answer' }] }) }),
    'unknown',
  ],
  ['a volume that is not measured', [], block({ volumes: [volume(0, { metrics: undefined })] }), 'unknown'],
  [
    'an orphaned volume, which is not measured',
    [],
    block({ volumes: [volume(0, { metrics: undefined, leftover: true })] }),
    'healthy',
  ],
  ['no part of the block', [], block({ workloads: [], instances: [], volumes: [] }), 'unknown'],
];
for (const [name, findings, seen, verdict] of verdicts)
  test(`${name}: ${verdict}`, () => assert.equal(verdictOf(findings, seen), verdict));

test('uses the exit codes of a diagnosis', () =>
  assert.deepEqual(EXIT_CODES, { healthy: 0, 'needs-work': 1, unknown: 2 }));

test('lists as unknown what was not read, not queried, or not measured', () => {
  const seen = withInstance(
    'alerts',
    { watchdog: watchdog({ unasked: [{ pod: 'main-1', reason: 'it answered 503' }] }) },
    block({ unread, volumes: [volume(0, { metrics: undefined })] }),
  );
  assert.deepEqual(unknownsOf(seen), [
    { what: 'nodes', reason: 'forbidden' },
    { what: 'watchdog at main-1', namespace: 'monitoring-system', reason: 'it answered 503' },
    {
      what: 'use of prometheus-k8s-db-prometheus-k8s-0',
      namespace: 'monitoring-system',
      reason: 'it is not measured. To see why, run: kubectl monitoring capacity',
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

test('sorts findings by severity, then by namespace and name', () => {
  const checks = [
    finds('one', found('notice', 'a', 'a'), found('loss', 'b', 'a'), found('loss', 'a', 'b')),
    finds('two', found('risk'), found('loss', 'a', 'a'), found('down'), found('blind')),
  ];
  assert.deepEqual(
    findingsOf(block(), checks).map(({ check, harm, namespace, about }) => [check, harm, namespace, about]),
    [
      ['two', 'loss', 'a', 'a'],
      ['one', 'loss', 'a', 'b'],
      ['one', 'loss', 'b', 'a'],
      ['two', 'blind', 'n', 'a'],
      ['two', 'down', 'n', 'a'],
      ['two', 'risk', 'n', 'a'],
      ['one', 'notice', 'a', 'a'],
    ],
  );
});

test('sorts findings independently of the order of the checks, and stably', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const any = fc.tuple(fc.constantFrom(...HARMS), name, name);
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (all) => {
      const checks = all.map(([harm, namespace, about], at) => finds(`${at}`, found(harm, namespace, about)));
      const sorted = findingsOf(block(), checks);
      const keys = (list: Finding[]) => list.map(({ harm, namespace, about }) => [harm, namespace, about]);
      assert.deepEqual(keys(findingsOf(block(), checks.toReversed())), keys(sorted));
      const places = sorted.map(
        ({ harm, namespace, about }) => `${HARMS.indexOf(harm)} ${namespace} ${about}`,
      );
      assert.deepEqual(places, places.toSorted());
      for (const [at, one] of sorted.entries())
        if (places[at] === places[at + 1]) assert.ok(Number(one.check) < Number(sorted[at + 1]?.check));
    }),
  );
});

/** Faults by object; each can be combined with the others. */
const faults: { about: string; change(of: Block): Block }[] = [
  { about: 'prometheus/k8s', change: (of) => withInstance('metrics', { ready: 0 }, of) },
  {
    about: 'alertmanager/main',
    change: (of) => withInstance('alerts', { paused: true, size: undefined }, of),
  },
  { about: 'deployment/grafana', change: (of) => withWorkload('ui', { claim: 'grafana' }, of) },
  { about: 'deployment/prometheus-operator', change: (of) => withWorkload('operator', { wanted: 2 }, of) },
  { about: 'deployment/kube-state-metrics', change: (of) => withWorkload('cluster-state', { ready: 0 }, of) },
  { about: 'daemonset/node-exporter', change: (of) => withWorkload('node-exporter', { wanted: 1 }, of) },
  {
    about: 'pvc/prometheus-k8s-db-prometheus-k8s-0',
    change: (of) => ({ ...of, volumes: [volume(0, { used: 0.99 }), ...of.volumes.slice(1)] }),
  },
  {
    about: 'pvc/prometheus-k8s-db-prometheus-k8s-1',
    change: (of) => ({ ...of, volumes: [...of.volumes.slice(0, 1), volume(1, { perDay: 1 })] }),
  },
  {
    about: 'deployment/second',
    change: (of) => ({ ...of, workloads: [...of.workloads, workload('operator', { name: 'second' })] }),
  },
  {
    about: 'thanosruler/rules',
    change: (of) => ({ ...of, instances: [...of.instances, instance('ruler', { ready: 1 })] }),
  },
];

test('finds a fault beside any others, without hiding findings of other objects', () => {
  fc.assert(
    fc.property(fc.subarray(faults), fc.constantFrom(...faults), (some, more) => {
      const before = some.filter((fault) => fault !== more).reduce((of, { change }) => change(of), block());
      const after = findingsOf(more.change(before));
      assert.ok(after.some(({ about }) => about === more.about));
      const left = after.map(({ check, about }) => `${check} ${about}`);
      for (const { check, about } of findingsOf(before))
        if (about !== more.about) assert.ok(left.includes(`${check} ${about}`), `${check} ${about}`);
    }),
  );
});

test('checks have unique names', () => {
  for (const { name } of CHECKS) assert.match(name, /^[a-z]+(-[a-z]+)*$/);
  assert.equal(new Set(CHECKS.map(({ name }) => name)).size, CHECKS.length);
});
