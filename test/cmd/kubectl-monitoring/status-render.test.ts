import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dataOf, renderStatus } from '../../../cmd/kubectl-monitoring/status/render.ts';
import type { Paint } from '../../../lib/cli/style.ts';
import type { Block } from '../../../lib/status/block.ts';
import { findingsOf } from '../../../lib/status/judge.ts';
import type { ClusterValues } from '../../../lib/words/shell.ts';
import { manager, managerReplica, server, serverReplica } from '../../lib/alerts/watchdog-facts.ts';
import { block, claim, instance, volume, watchdog, workload } from '../../lib/status/blocks.ts';

const plain: Paint = (_style, text) => text;
const coloured: Paint = (style, text) => `<${style}>${text}</>`;
const HERE = { context: undefined, kubeconfig: undefined, server: undefined };

const UNREAD = { reason: 'it answered 503' };

const shown = (
  seen: Block,
  columns?: number,
  {
    paint = plain,
    values = HERE,
    wide = false,
    details = false,
  }: { paint?: Paint; values?: ClusterValues; wide?: boolean; details?: boolean } = {},
): string =>
  renderStatus(seen, findingsOf(seen), { screen: { columns, paint, unicode: false }, values, wide, details });

const bad: Block = block({
  workloads: [
    workload('operator', { namespace: 'operators', name: 'prometheus-operator', version: 'v0.85.0' }),
    workload('ui', {
      name: 'grafana',
      version: null,
      wanted: 2,
      claim: 'grafana',
      source: 'Flux HelmRelease "flux-system/monitoring"',
      troubles: [{ pod: 'grafana-x', reason: 'Pending: 0/3 nodes are available' }],
    }),
    workload('cluster-state', { name: 'kube-state-metrics', version: 'v2.16.0' }),
    workload('node-exporter', { kind: 'DaemonSet', name: 'node-exporter', wanted: 3, ready: 3 }),
  ],
  watchdog: watchdog({
    servers: [server({ replicas: [serverReplica(0), serverReplica(1, { rule: UNREAD })] })],
    managers: [manager({ replicas: [managerReplica(0), managerReplica(1, { alerts: { value: [] } })] })],
  }),
  volumes: [
    volume(0, { used: 0.97, perDay: 0.9 }),
    volume(1, { metrics: undefined }),
    volume(2, { metrics: undefined, orphaned: true }),
  ],
});

test('renders a healthy block at 160 columns', () => {
  assert.equal(shown(block()), HEALTHY);
  const marked = HEALTHY.replaceAll(/healthy( {3})?/g, '+ healthy$1').replaceAll('VERDICT', 'VERDICT  ');
  assert.equal(shown(block(), 160), marked);
});

test('renders a bad block at 160 columns', () => assert.equal(shown(bad, 160), BAD_160));
test('renders a bad block at 80 columns: cells are cut, and the reasons left out where they do not fit', () =>
  assert.equal(shown(bad, 80), BAD_80));
test('renders a bad block at 40 columns: tables that are too wide become lists', () =>
  assert.equal(shown(bad, 40), BAD_40));

test('shows the namespace of each row with -A', () => {
  const seen = block({
    namespace: undefined,
    unread: [{ what: 'metrics', namespace: 'a', reason: 'no answer' }],
  });
  const text = shown(seen, 160);
  assert.match(
    text,
    /^All namespaces: \? unknown\n\nComponents\nNAMESPACE +NAME +VERDICT +REASON +PART +VERSION +READY\n/,
  );
  assert.match(text, /\nNAMESPACE +NAME +VERDICT +REASON +SIZE +USED +FULL\n/);
  assert.match(text, /\nCould not be read\nmetrics in a: no answer\n$/);
});

test('shows what manages everything, or the parts of each source', () => {
  const seen = block({ volumes: [] });
  const source = 'Helm release "monitoring"';
  const owned = {
    ...seen,
    workloads: seen.workloads.map((one) => ({ ...one, source })),
    instances: seen.instances.map((one) => ({ ...one, source })),
  };
  assert.match(shown(owned), /\nManaged by\nHelm release "monitoring": everything\n\n/);
  assert.match(
    shown({ ...owned, instances: seen.instances, workloads: owned.workloads.slice(0, 2) }),
    /\nHelm release "monitoring": deployment\/prometheus-operator, deployment\/grafana\n/,
  );
  assert.doesNotMatch(shown(seen), /Managed by/);
});

test('shows a watchdog that could not be queried, and an instance without replicas', () => {
  const silent = { rule: UNREAD, sendsTo: UNREAD };
  const seen = block({
    watchdog: watchdog({
      servers: [server({ replicas: [serverReplica(0, silent), serverReplica(1, silent)] })],
      managers: [manager({ replicas: undefined })],
    }),
  });
  assert.match(
    shown(seen),
    /\nWatchdog\nrule loaded 0\/2, firing 0\/2, delivered 0\/2, arrived 0\/1, receiver 0\/1, notification sent 0\/1\n {2}kubectl monitoring watchdog -n monitoring-system\n\nCould not be read\nwatchdog at prometheus-k8s-0, watchdog at prometheus-k8s-1: it answered 503\n$/,
  );
});

test('reports an empty namespace, and an empty cluster', () => {
  const empty = block({ workloads: [], instances: [], volumes: [], watchdog: [] });
  assert.equal(
    shown(empty),
    `monitoring-system: unknown
No part of the monitoring block was found in this namespace. To check all namespaces:
  kubectl monitoring status -A
`,
  );
  assert.equal(
    shown({ ...empty, namespace: undefined }),
    'All namespaces: unknown\nNo part of the monitoring block was found\n',
  );
});

test('colors the verdicts, the severity, the commands and the titles', () => {
  const text = shown(block({ volumes: [volume(0, { perDay: 1, used: 0.5 })] }), 160, { paint: coloured });
  assert.equal(
    text.split('\n').slice(0, 7).join('\n'),
    `<bold>monitoring-system</>: <red>! at risk</>

<yellow>warning</>:  pvc/prometheus-k8s-db-prometheus-k8s-0: it is likely to be full in 25 days (20 to 31)
          the resize stops k8s until its volumes have grown; --mode online keeps it running if the storage can resize volumes in use
          <cyan>kubectl monitoring resize-pvc 313Gi k8s -n monitoring-system</>

<bold>Components</>`,
  );
  assert.match(text, /^prometheus-k8s-db-prometheus-k8s-0 {3}<red>! at risk<\/> {3}disk-filling /m);
});

test('-o wide shows the growth of volumes, and nothing cut off', () => {
  const seen = block({ volumes: [volume(0, { perDay: 1, used: 0.5 })] });
  const wide = shown(seen, 120, { wide: true });
  assert.match(wide, /\nNAME +VERDICT +REASON +SIZE +USED +GROWTH +FULL\n/);
  assert.match(
    wide,
    /^prometheus-k8s-db-prometheus-k8s-0 +! at risk +disk-filling +50Gi +25Gi 50% +1Gi\/d +in 25d \(20-31\)$/m,
  );
  assert.match(
    shown(seen, 60, { wide: true }),
    /^prometheus-k8s-db-prometheus-k8s-0\n {2}verdict: ! at risk, reason: disk-filling, size: 50Gi,\n {2}used: 25Gi 50%, growth: 1Gi\/d, full: in 25d \(20-31\)$/m,
  );
});

test('shows the most severe components and volumes first', () => {
  const text = shown(
    block({
      instances: [instance('metrics'), instance('alerts', { ready: 1 })],
      volumes: [
        volume(0),
        volume(1, { metrics: undefined }),
        volume(2, { used: 0.97 }),
        volume(3, { perDay: 1 }),
      ],
    }),
  );
  assert.match(
    text,
    /\nNAME .*\nmain +degraded +replica-down +alerts .*\nprometheus-operator +healthy +<none> /,
  );
  assert.deepEqual(
    [...text.matchAll(/^\S+k8s-(\d) {3}(\w+ ?\w+) {2,}(\S+)/gm)].map((found) => found.slice(1)),
    [
      ['2', 'at risk', 'disk-full'],
      ['3', 'at risk', 'disk-filling'],
      ['1', 'unknown', 'not-measured'],
      ['0', 'healthy', '<none>'],
    ],
  );
});

test('prints a command that fixes several findings once, below the last of them', () => {
  const text = shown(block({ volumes: [volume(0, { perDay: 1.1 }), volume(1, { perDay: 1 })] }), 160);
  assert.equal(text.match(/likely to be full/g)?.length, 2);
  assert.deepEqual(text.match(/^ +kubectl .*$/gm)?.length, 1);
  assert.match(
    text,
    /k8s-0: it is likely .*\n {10}and pvc\/\S+k8s-1: it is likely .*\n +the resize stops k8s .*\n +kubectl .*\n\n/,
  );
});

const FILLING = [2, 1, 1.5, 1, 1].map((perDay, ordinal) => volume(ordinal, { perDay, used: 0.5 }));

test('groups equal findings: the first to be full, and the names of the others', () => {
  const seen = block({ volumes: FILLING });
  assert.equal(
    shown(seen, 160).split('\n\n')[1],
    `warning:  pvc/prometheus-k8s-db-prometheus-k8s-0: it is likely to be full in 12 days (10 to 15)
          and 4 more: pvc/prometheus-k8s-db-prometheus-k8s-2, pvc/prometheus-k8s-db-prometheus-k8s-1, pvc/prometheus-k8s-db-prometheus-k8s-3,
          pvc/prometheus-k8s-db-prometheus-k8s-4
          the resize stops k8s until its volumes have grown; --mode online keeps it running if the storage can resize volumes in use
          kubectl monitoring resize-pvc 594Gi k8s -n monitoring-system`,
  );
});

test('--details shows each of the findings that are grouped otherwise', () => {
  const seen = block({ volumes: FILLING });
  const text = shown(seen, 160, { details: true });
  assert.deepEqual(
    [...text.matchAll(/k8s-(\d): it is likely to be full in (\d+) days/g)].map((found) => found.slice(1)),
    [
      ['0', '12'],
      ['2', '16'],
      ['1', '25'],
      ['3', '25'],
      ['4', '25'],
    ],
  );
  assert.doesNotMatch(text, /--details/);
});

test('names the objects of one message, and how to see the command of each', () => {
  const orphaned = [0, 1].map((ordinal) => volume(ordinal, { metrics: undefined, orphaned: true }));
  assert.equal(
    shown(block({ volumes: orphaned })).split('\n\n')[1],
    `info:     pvc/prometheus-k8s-db-prometheus-k8s-0: no replica of Prometheus k8s uses it (50Gi)
          the same for pvc/prometheus-k8s-db-prometheus-k8s-1
          check what it contains before you delete it
          kubectl describe pvc prometheus-k8s-db-prometheus-k8s-0 -n monitoring-system
          add --details to see each with its command`,
  );
});

test('names the role that a user needs, once for all that it allows', () => {
  const forbidden = (resource: string, group: string, where: string): string =>
    `${resource} is forbidden: User "jane" cannot list resource "${resource}" in API group "${group}" ${where}`;
  const inside = 'in the namespace "monitoring-system"';
  const namespace = 'monitoring-system';
  const unread = [
    { what: 'configmaps', namespace, reason: forbidden('configmaps', '', inside) },
    { what: 'deployments', namespace, reason: forbidden('deployments', 'apps', inside) },
    { what: 'nodes', reason: forbidden('nodes', '', 'at the cluster scope') },
    {
      what: 'metrics',
      namespace,
      reason: `pod a: pods "a" is forbidden: User "jane" cannot get resource "pods/proxy" in API group "" ${inside}`,
    },
  ];
  const text = shown(block({ unread }));
  assert.equal(
    text.slice(text.indexOf('Could not be read')),
    `Could not be read
configmaps, deployments: user "jane" needs a Role in namespace "monitoring-system" that allows list on them
nodes: user "jane" needs a ClusterRole that allows list on them
metrics: pod a: user "jane" needs a Role in namespace "monitoring-system" that allows get on pods/proxy
To print these roles for an administrator:
  kubectl monitoring rbac -n monitoring-system
`,
  );
});

test('shows a reason that differs only in names and addresses once, and with --details each', () => {
  const unasked = ['k8s-0', 'k8s-1'].map((pod, at) => ({ pod, reason: `${pod} at 10.0.0.${at}: no answer` }));
  const replicas = unasked.map(({ pod, reason }) => serverReplica(0, { pod, rule: { reason } }));
  const seen = block({ watchdog: watchdog({ servers: [server({ replicas })] }), volumes: [] });
  assert.match(
    shown(seen),
    /\nCould not be read\nwatchdog at k8s-0 \(and 1 more like it\): k8s-0 at 10\.0\.0\.0: no answer\n$/,
  );
  assert.match(
    shown(seen, undefined, { details: true }),
    /\nwatchdog at k8s-0: k8s-0 at 10\.0\.0\.0: no answer\nwatchdog at k8s-1: k8s-1 at 10\.0\.0\.1: no answer\n$/,
  );
});

test('does not call an instance healthy whose watchdog could not be queried', () => {
  const seen = block({
    watchdog: watchdog({
      servers: [server({ replicas: [serverReplica(0), serverReplica(1, { rule: UNREAD })] })],
    }),
  });
  assert.match(shown(seen), /^k8s +unknown +watchdog-not-queried +metrics /m);
});

test('shows capacity and request of a claim, and the replicas that the watchdog should reach', () => {
  const text = shown(
    block({
      volumes: [volume(0, { claim: claim('a', { size: '60Gi', capacity: '50Gi' }) })],
      watchdog: watchdog({
        servers: [server({ replicas: [serverReplica(0)], notReady: ['prometheus-k8s-1'] })],
      }),
    }),
    160,
  );
  assert.match(text, /^a +\+ healthy +<none> +50Gi of 60Gi /m);
  assert.match(text, /^rule loaded 1\/2, firing 1\/2, delivered 1\/2, arrived 2\/2, /m);
});

test('distinguishes unreadable from absent', () => {
  const nothing = { workloads: [], instances: [], volumes: [], watchdog: [], nodes: undefined };
  assert.match(
    shown(block(nothing), 160),
    /\nNo part of the monitoring block was found in this namespace\. /,
  );
  assert.match(
    shown(block({ ...nothing, unread: [{ what: 'pods', reason: 'forbidden' }] }), 160),
    /\nNo part of the monitoring block was found, but not everything could be read:\n\nCould not be read\npods: forbidden\n/,
  );
});

test('adds connection flags to commands, and quotes them for a shell', () => {
  const values = { ...HERE, context: 'my cluster', kubeconfig: '/k' };
  const paused = block({ instances: [instance('metrics', { paused: true }), instance('alerts')] });
  const command = `kubectl patch prometheus k8s --type merge -p '{"spec":{"paused":false}}' -n monitoring-system --context 'my cluster' --kubeconfig /k`;
  assert.ok(shown(paused, 40, { values }).includes(`\n  ${command}\n`));
  assert.match(JSON.stringify(dataOf(paused, findingsOf(paused), { values })), /--context 'my cluster'/);
});

test('escapes text from the cluster, and only commands and long words exceed the width', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constant('\x1b[31mred\n\u202e'));
  fc.assert(
    fc.property(text, fc.integer({ min: 40, max: 160 }), (odd, columns) => {
      const seen = block({
        namespace: odd,
        workloads: [
          workload('ui', { name: odd, version: odd, source: odd, troubles: [{ pod: odd, reason: odd }] }),
        ],
        instances: [
          instance('metrics', { name: odd, complaint: odd, versions: [odd, odd] }),
          instance('alerts'),
        ],
        watchdog: watchdog({
          namespace: odd,
          servers: [
            server({
              replicas: [serverReplica(0, { pod: odd, rule: { value: { state: odd, lastError: odd } } })],
            }),
          ],
        }),
        volumes: [volume(0, { used: 0.99, claim: claim(odd) })],
        upgradeIssue: odd,
        unread: [{ what: odd, namespace: odd, reason: odd }],
      });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them.
      assert.doesNotMatch(shown(seen, columns), /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]/);
    }),
    { numRuns: 40 },
  );
  for (let columns = 40; columns <= 160; columns += 1)
    for (const line of shown(bad, columns).split('\n'))
      assert.ok(line.length <= columns || /^ *(kubectl .*|\S+)$/.test(line), `${columns}: ${line}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches plain ASCII.
  assert.match(shown(bad, 100), /^[\x0a\x20-\x7e]*$/);
});

test('JSON has quantities of claims, bytes and days of measurements, and null for unknown', () => {
  const data = dataOf(bad, findingsOf(bad), { values: HERE }) as Record<string, unknown[]>;
  assert.deepEqual(Object.keys(data), [
    'apiVersion',
    'kind',
    'verdict',
    'exitCode',
    'namespace',
    'nodes',
    'items',
    'components',
    'volumes',
    'watchdog',
    'unread',
  ]);
  const namespace = 'monitoring-system';
  assert.deepEqual(
    [data.apiVersion, data.kind, data.verdict, data.exitCode, data.namespace, data.nodes],
    ['monitoring.kubectl/v1', 'MonitoringStatus', 'at-risk', 1, namespace, 3],
  );
  assert.deepEqual(data.items?.[0], {
    metadata: { name: 'prometheus-k8s-db-prometheus-k8s-0', namespace },
    kind: 'PersistentVolumeClaim',
    verdict: 'at-risk',
    severity: 'critical',
    reason: 'disk-full',
    message: '97% of it is used (48.5Gi of 50Gi), full in 1.6 days (1.3 to 2)',
    hint: 'the resize stops k8s until its volumes have grown; --mode online keeps it running if the storage can resize volumes in use',
    next: 'kubectl monitoring resize-pvc 314Gi k8s -n monitoring-system',
  });
  assert.deepEqual(data.components?.[1], {
    metadata: { name: 'grafana', namespace },
    kind: 'Deployment',
    part: 'ui',
    verdict: 'degraded',
    reason: 'replica-down',
    versions: [],
    managedBy: 'Flux HelmRelease "flux-system/monitoring"',
    desired: 2,
    ready: 1,
    notReady: [{ pod: 'grafana-x', message: 'Pending: 0/3 nodes are available' }],
  });
  const rest = {
    owner: { kind: 'Prometheus', name: 'k8s', part: 'metrics' },
    size: '50Gi',
    templateSize: '50Gi',
    capacity: '50Gi',
    retention: null,
  };
  const unknown = {
    usedBytes: null,
    fileSystemBytes: null,
    growthBytesPerDay: null,
    measuredDays: null,
    daysToFull: null,
    levelsOffAtBytes: null,
    history: null,
  };
  assert.deepEqual(data.volumes, [
    {
      metadata: { name: 'prometheus-k8s-db-prometheus-k8s-0', namespace },
      verdict: 'at-risk',
      reason: 'disk-full',
      ...rest,
      orphaned: false,
      usedBytes: 52_076_478_464,
      fileSystemBytes: 53_687_091_200,
      growthBytesPerDay: { likely: 966_367_642, low: 773_094_113, high: 1_207_959_552 },
      measuredDays: 14,
      daysToFull: { likely: 1.67, soonest: 1.33, latest: 2.08 },
      levelsOffAtBytes: null,
      history: null,
    },
    {
      metadata: { name: 'prometheus-k8s-db-prometheus-k8s-1', namespace },
      verdict: 'unknown',
      reason: 'not-measured',
      ...rest,
      orphaned: false,
      ...unknown,
    },
    {
      metadata: { name: 'prometheus-k8s-db-prometheus-k8s-2', namespace },
      verdict: 'healthy',
      reason: 'orphaned-claim',
      ...rest,
      orphaned: true,
      ...unknown,
    },
  ]);
  assert.deepEqual(data.watchdog?.[3], {
    metadata: { name: 'arrival', namespace },
    verdict: 'degraded',
    reason: 'not-arrived',
    message: 'alertmanager-main-1: the alert Watchdog has not arrived',
    hint: 'The log of the Prometheus says why it cannot send alerts there.',
    next: 'kubectl logs prometheus-k8s-0 -c prometheus --tail=50 -n monitoring-system',
    places: [
      { name: 'alertmanager-main-0', verdict: 'healthy', message: null },
      {
        name: 'alertmanager-main-1',
        verdict: 'degraded',
        message: 'the alert Watchdog has not arrived',
      },
    ],
  });
  assert.deepEqual(data.watchdog?.[4], {
    metadata: { name: 'receiver', namespace },
    verdict: 'unknown',
    reason: 'not-reached',
    message: 'not reached',
    hint: null,
    next: null,
    places: [],
  });
  assert.deepEqual(data.unread, [
    { what: 'watchdog at prometheus-k8s-1', namespace, message: 'it answered 503', next: null },
    {
      what: 'use of prometheus-k8s-db-prometheus-k8s-1',
      namespace,
      message: 'it is not measured',
      next: 'kubectl monitoring capacity -n monitoring-system',
    },
  ]);
});

test('JSON of a block of which nothing is known', () => {
  const empty = block({
    namespace: undefined,
    workloads: [],
    instances: [],
    volumes: [],
    watchdog: [],
    nodes: undefined,
  });
  assert.deepEqual(dataOf(empty, [], { values: HERE }), {
    apiVersion: 'monitoring.kubectl/v1',
    kind: 'MonitoringStatus',
    verdict: 'unknown',
    exitCode: 2,
    message: 'No part of the monitoring block was found',
    namespace: null,
    nodes: null,
    items: [],
    components: [],
    volumes: [],
    watchdog: [],
    unread: [],
  });
});

const HEALTHY = `monitoring-system: healthy

Components
NAME                  VERDICT   REASON   PART            VERSION   READY
prometheus-operator   healthy   <none>   operator        v0.85.0   1/1
k8s                   healthy   <none>   metrics         v3.5.0    2/2
main                  healthy   <none>   alerts          v3.5.0    2/2
grafana               healthy   <none>   ui              12.1.0    2/2
kube-state-metrics    healthy   <none>   cluster-state   v2.16.0   1/1
node-exporter         healthy   <none>   node-exporter   v1.0.0    3/3

Volumes
NAME                                 VERDICT   REASON   SIZE   USED       FULL
prometheus-k8s-db-prometheus-k8s-0   healthy   <none>   50Gi   20Gi 40%   in 300d
prometheus-k8s-db-prometheus-k8s-1   healthy   <none>   50Gi   20Gi 40%   in 300d

Watchdog
rule loaded 2/2, firing 2/2, delivered 2/2, arrived 2/2, receiver 2/2, notification sent 1/1
`;

const BAD_160 = `monitoring-system: ! at risk

critical: pvc/prometheus-k8s-db-prometheus-k8s-0: 97% of it is used (48.5Gi of 50Gi), full in 1.6 days (1.3 to 2)
          the resize stops k8s until its volumes have grown; --mode online keeps it running if the storage can resize volumes in use
          kubectl monitoring resize-pvc 314Gi k8s -n monitoring-system

critical: alertmanager/main: the watchdog alert has not arrived at 1 of 2 replicas: alertmanager-main-1: the alert Watchdog has not arrived
          the log of the Prometheus says why it cannot send alerts there
          kubectl logs prometheus-k8s-0 -c prometheus --tail=50 -n monitoring-system

warning:  deployment/grafana: 1 of 2 replicas is ready; not ready: grafana-x: Pending: 0/3 nodes are available
          kubectl describe pod grafana-x -n monitoring-system

warning:  deployment/grafana: 2 replicas share the claim grafana: with persistence, run one replica
          Flux HelmRelease "flux-system/monitoring" manages it, so change it there: set one replica or disable persistence (grafana.replicas,
          grafana.persistence.enabled in the chart's values)
          kubectl describe deployment grafana -n monitoring-system

info:     pvc/prometheus-k8s-db-prometheus-k8s-2: no replica of Prometheus k8s uses it (50Gi)
          check what it contains before you delete it
          kubectl describe pvc prometheus-k8s-db-prometheus-k8s-2 -n monitoring-system

Components
NAMESPACE           NAME                  VERDICT      REASON                 PART            VERSION     READY
monitoring-system   main                  x degraded   watchdog-silent        alerts          v3.5.0      2/2
monitoring-system   grafana               x degraded   replica-down           ui              <unknown>   1/2
monitoring-system   k8s                   ? unknown    watchdog-not-queried   metrics         v3.5.0      2/2
operators           prometheus-operator   + healthy    <none>                 operator        v0.85.0     1/1
monitoring-system   kube-state-metrics    + healthy    <none>                 cluster-state   v2.16.0     1/1
monitoring-system   node-exporter         + healthy    <none>                 node-exporter   v1.0.0      3/3

Managed by
Flux HelmRelease "flux-system/monitoring": deployment/grafana

Volumes
NAME                                 VERDICT     REASON           SIZE   USED         FULL
prometheus-k8s-db-prometheus-k8s-0   ! at risk   disk-full        50Gi   48.5Gi 97%   in 1.6d
prometheus-k8s-db-prometheus-k8s-1   ? unknown   not-measured     50Gi   <unknown>    <unknown>
prometheus-k8s-db-prometheus-k8s-2   + healthy   orphaned-claim   50Gi   <none>       <none>

Watchdog
rule loaded 1/2, firing 1/2, delivered 2/2, arrived 1/2
  kubectl monitoring watchdog -n monitoring-system

Could not be read
watchdog at prometheus-k8s-1: it answered 503
use of prometheus-k8s-db-prometheus-k8s-1: it is not measured
  kubectl monitoring capacity -n monitoring-system
`;

const BAD_80 = `monitoring-system: ! at risk

critical: pvc/prometheus-k8s-db-prometheus-k8s-0: 97% of it is used (48.5Gi of
          50Gi), full in 1.6 days (1.3 to 2)
          the resize stops k8s until its volumes have grown; --mode online keeps
          it running if the storage can resize volumes in use
          kubectl monitoring resize-pvc 314Gi k8s -n monitoring-system

critical: alertmanager/main: the watchdog alert has not arrived at 1 of 2
          replicas: alertmanager-main-1: the alert Watchdog has not arrived
          the log of the Prometheus says why it cannot send alerts there
          kubectl logs prometheus-k8s-0 -c prometheus --tail=50 -n monitoring-system

warning:  deployment/grafana: 1 of 2 replicas is ready; not ready: grafana-x:
          Pending: 0/3 nodes are available
          kubectl describe pod grafana-x -n monitoring-system

warning:  deployment/grafana: 2 replicas share the claim grafana: with
          persistence, run one replica
          Flux HelmRelease "flux-system/monitoring" manages it, so change it
          there: set one replica or disable persistence (grafana.replicas,
          grafana.persistence.enabled in the chart's values)
          kubectl describe deployment grafana -n monitoring-system

info:     pvc/prometheus-k8s-db-prometheus-k8s-2: no replica of Prometheus k8s
          uses it (50Gi)
          check what it contains before you delete it
          kubectl describe pvc prometheus-k8s-db-prometheus-k8s-2 -n monitoring-system

Components
NAMESPACE        NAME             VERDICT      PART            VERSION     READY
monitoring-...   main             x degraded   alerts          v3.5.0      2/2
monitoring-...   grafana          x degraded   ui              <unknown>   1/2
monitoring-...   k8s              ? unknown    metrics         v3.5.0      2/2
operators        prometheus-...   + healthy    operator        v0.85.0     1/1
monitoring-...   kube-state-...   + healthy    cluster-state   v2.16.0     1/1
monitoring-...   node-exporter    + healthy    node-exporter   v1.0.0      3/3

Managed by
Flux HelmRelease "flux-system/monitoring": deployment/grafana

Volumes
NAME                  VERDICT     REASON           SIZE   USED         FULL
promethe...us-k8s-0   ! at risk   disk-full        50Gi   48.5Gi 97%   in 1.6d
promethe...us-k8s-1   ? unknown   not-measured     50Gi   <unknown>    <unknown>
promethe...us-k8s-2   + healthy   orphaned-claim   50Gi   <none>       <none>

Watchdog
rule loaded 1/2, firing 1/2, delivered 2/2, arrived 1/2
  kubectl monitoring watchdog -n monitoring-system

Could not be read
watchdog at prometheus-k8s-1: it answered 503
use of prometheus-k8s-db-prometheus-k8s-1: it is not measured
  kubectl monitoring capacity -n monitoring-system
`;

const BAD_40 = `monitoring-system: ! at risk

critical:
  pvc/prometheus-k8s-db-prometheus-k8s-0:
  97% of it is used (48.5Gi of 50Gi),
  full in 1.6 days (1.3 to 2)
  the resize stops k8s until its volumes
  have grown; --mode online keeps it
  running if the storage can resize
  volumes in use
  kubectl monitoring resize-pvc 314Gi k8s -n monitoring-system

critical: alertmanager/main: the
  watchdog alert has not arrived at 1 of
  2 replicas: alertmanager-main-1: the
  alert Watchdog has not arrived
  the log of the Prometheus says why it
  cannot send alerts there
  kubectl logs prometheus-k8s-0 -c prometheus --tail=50 -n monitoring-system

warning: deployment/grafana: 1 of 2
  replicas is ready; not ready:
  grafana-x: Pending: 0/3 nodes are
  available
  kubectl describe pod grafana-x -n monitoring-system

warning: deployment/grafana: 2
  replicas share the claim grafana: with
  persistence, run one replica
  Flux HelmRelease
  "flux-system/monitoring" manages it,
  so change it there: set one replica or
  disable persistence (grafana.replicas,
  grafana.persistence.enabled in the
  chart's values)
  kubectl describe deployment grafana -n monitoring-system

info:
  pvc/prometheus-k8s-db-prometheus-k8s-2:
  no replica of Prometheus k8s uses it
  (50Gi)
  check what it contains before you
  delete it
  kubectl describe pvc prometheus-k8s-db-prometheus-k8s-2 -n monitoring-system

Components
monitoring-system/main
  verdict: x degraded, reason:
  watchdog-silent, part: alerts,
  version: v3.5.0, ready: 2/2
monitoring-system/grafana
  verdict: x degraded, reason:
  replica-down, part: ui, version:
  <unknown>, ready: 1/2
monitoring-system/k8s
  verdict: ? unknown, reason:
  watchdog-not-queried, part: metrics,
  version: v3.5.0, ready: 2/2
operators/prometheus-operator
  verdict: + healthy, reason: <none>,
  part: operator, version: v0.85.0,
  ready: 1/1
monitoring-system/kube-state-metrics
  verdict: + healthy, reason: <none>,
  part: cluster-state, version: v2.16.0,
  ready: 1/1
monitoring-system/node-exporter
  verdict: + healthy, reason: <none>,
  part: node-exporter, version: v1.0.0,
  ready: 3/3

Managed by
Flux HelmRelease
  "flux-system/monitoring":
  deployment/grafana

Volumes
prometheus-k8s-db-prometheus-k8s-0
  verdict: ! at risk, reason: disk-full,
  size: 50Gi, used: 48.5Gi 97%, full: in
  1.6d
prometheus-k8s-db-prometheus-k8s-1
  verdict: ? unknown, reason:
  not-measured, size: 50Gi, used:
  <unknown>, full: <unknown>
prometheus-k8s-db-prometheus-k8s-2
  verdict: + healthy, reason:
  orphaned-claim, size: 50Gi, used:
  <none>, full: <none>

Watchdog
rule loaded 1/2, firing 1/2, delivered
  2/2, arrived 1/2
  kubectl monitoring watchdog -n monitoring-system

Could not be read
watchdog at prometheus-k8s-1: it
  answered 503
use of
  prometheus-k8s-db-prometheus-k8s-1: it
  is not measured
  kubectl monitoring capacity -n monitoring-system
`;

test('JSON has the measurements of a volume, and the retention of its instance', () => {
  const [measured] = [volume(0)];
  const points: [number, number][] = [0, 1, 3].map((hour) => [1_767_225_600 + hour * 3_600, hour * 100]);
  const seen = block({
    instances: [
      instance('metrics', { name: 'other', retention: { size: '1GB' } }),
      instance('metrics', { retention: { time: '36h', size: '40GB' } }),
    ],
    volumes: [
      { ...measured, metrics: measured.metrics && { ...measured.metrics, points } },
      volume(1, { owner: { component: 'ui', kind: 'Deployment', name: 'k8s' } }),
    ],
  });
  const { volumes } = dataOf(seen, [], { values: HERE }) as { volumes: Record<string, unknown>[] };
  assert.deepEqual(
    volumes.map(({ retention, levelsOffAtBytes, history }) => ({ retention, levelsOffAtBytes, history })),
    [
      {
        retention: { sizeBytes: 40 * 2 ** 30, days: 1.5 },
        levelsOffAtBytes: 40 * 2 ** 30,
        history: { start: '2026-01-01T00:00:00.000Z', stepSeconds: 3_600, usedBytes: [0, 100, null, 300] },
      },
      { retention: null, levelsOffAtBytes: null, history: null },
    ],
  );
});

test('JSON has no retention that is beyond all numbers', () => {
  const seen = block({
    instances: [instance('metrics', { retention: { size: `${'9'.repeat(400)}EB` } })],
  });
  const { volumes } = dataOf(seen, [], { values: HERE }) as { volumes: Record<string, unknown>[] };
  assert.deepEqual(
    volumes.map(({ retention }) => retention),
    [null, null],
  );
});
