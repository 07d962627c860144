import { readConfig } from '../../../lib/alerts/config.ts';
import type { Block, UnfinishedResize } from '../../../lib/status/block.ts';
import type { Severity } from '../../../lib/words/finding.ts';
import { manager, managerReplica, sent, server, serverReplica } from '../alerts/watchdog-facts.ts';
import { block, claim, instance, volume, watchdog, withInstance, withWorkload, workload } from './blocks.ts';

/** A block, and the findings of one check: none, or their object with parts of text and command. */
export interface Row {
  check: string;
  name: string;
  seen: Block;
  finds: { severity: Severity; object: string; message: string; next?: string; hint?: string }[];
}

const FLUX = 'Flux HelmRelease "flux-system/monitoring"';
const RESIZE: UnfinishedResize = {
  goal: 'resize',
  size: '100Gi',
  mode: 'offline',
  started: '2026-01-01T00:00:00Z',
};
const stops = (name: string): string =>
  `the resize stops ${name} until its volumes have grown; --mode online keeps it running if the storage can resize volumes in use`;
const crashing = (pod: string) => ({ pod, reason: 'CrashLoopBackOff: back-off 5m0s' });
const volumes = (...given: Parameters<typeof volume>[1][]): Block =>
  block({ volumes: given.map((one, ordinal) => volume(ordinal, one)) });
const ofUi = { component: 'ui', kind: 'Deployment', name: 'grafana' } as const;
const ofAlerts = { component: 'alerts', kind: 'Alertmanager', name: 'main' } as const;
const CLAIM = 'pvc/prometheus-k8s-db-prometheus-k8s-0';

/** A metrics server with a retentionSize of 30GB, whose first volume of 50Gi has 40Gi in use. */
const limited = (runsWith: string | null | undefined, given: Parameters<typeof volume>[1] = {}): Block => ({
  ...block({ volumes: [volume(0, { used: 0.8, perDay: 0.1, retentionSize: runsWith, ...given })] }),
  instances: [instance('metrics', { retention: { time: undefined, size: '30GB' } }), instance('alerts')],
});

const PENDING = { state: 'pending', lastError: '' };

/** The second replica of the metrics server is different. */
const silentAt = (given: Parameters<typeof serverReplica>[1]): Block =>
  block({
    watchdog: watchdog({ servers: [server({ replicas: [serverReplica(0), serverReplica(1, given)] })] }),
  });

/** Replicas of the alert manager without the alert. */
const lost = (...ordinals: number[]) => ({
  managers: [
    manager({
      replicas: [0, 1].map((ordinal) =>
        managerReplica(ordinal, ordinals.includes(ordinal) ? { alerts: { value: [] } } : {}),
      ),
    }),
  ],
});
const lostAt = (...ordinals: number[]): Block => block({ watchdog: watchdog(lost(...ordinals)) });

const NULL = { config: { value: readConfig('route: { receiver: "null" }\nreceivers: [{ name: "null" }]') } };
const UNHEARD = { managers: [manager({ replicas: [managerReplica(0, NULL), managerReplica(1, NULL)] })] };

const none = (check: string, name: string, seen: Block): Row => ({ check, name, seen, finds: [] });
const row = (check: string, name: string, seen: Block, ...finds: Row['finds']): Row => ({
  check,
  name,
  seen,
  finds,
});

const full = volume(0, { used: 0.95, perDay: 0 });
const soonFull = (soonest: number) => {
  const { metrics, ...rest } = volume(0);
  return { ...rest, metrics: metrics && { ...metrics, daysToFull: { likely: 3, soonest, latest: 9 } } };
};

const loss: Row[] = [
  row('disk-full', '95 % used', block({ volumes: [full] }), {
    severity: 'critical',
    object: CLAIM,
    message: '95% of it is used (47.5Gi of 50Gi)',
    next: 'kubectl monitoring resize-pvc 60Gi k8s',
    hint: stops('k8s'),
  }),
  row('disk-full', 'full within a day at the earliest', block({ volumes: [soonFull(1)] }), {
    severity: 'critical',
    object: CLAIM,
    message: '40% of it is used (20Gi of 50Gi), full in 3 days (1 to 9)',
    next: 'kubectl monitoring resize-pvc 54Gi k8s',
    hint: stops('k8s'),
  }),
  row(
    'disk-full',
    'of two replicas: one size for both',
    volumes({ used: 0.96, perDay: 1 }, { used: 0.97 }),
    {
      severity: 'critical',
      object: CLAIM,
      message: '96% of it is used (48Gi of 50Gi), full in 2 days (1.6 to 2.5)',
      next: 'kubectl monitoring resize-pvc 342Gi k8s',
      hint: stops('k8s'),
    },
    {
      severity: 'critical',
      object: 'pvc/prometheus-k8s-db-prometheus-k8s-1',
      message: '97% of it is used (48.5Gi of 50Gi), full in 15 days (12 to 18)',
      next: 'kubectl monitoring resize-pvc 342Gi k8s',
      hint: stops('k8s'),
    },
  ),
  row(
    'disk-full',
    'its growth unknown',
    block({
      volumes: [
        { ...full, metrics: full.metrics && { ...full.metrics, growth: undefined, daysToFull: undefined } },
      ],
    }),
    {
      severity: 'critical',
      object: CLAIM,
      message: '95% of it is used (47.5Gi of 50Gi)',
      next: 'kubectl monitoring resize-pvc 75Gi k8s',
      hint: stops('k8s'),
    },
  ),
  row('disk-full', 'of an alert manager', block({ volumes: [{ ...full, owner: ofAlerts }] }), {
    severity: 'critical',
    object: CLAIM,
    message: '95% of it is used (47.5Gi of 50Gi)',
    next: 'kubectl monitoring resize-pvc 60Gi main --component alerts',
    hint: stops('main'),
  }),
  row(
    'disk-full',
    'of the dashboard UI',
    block({
      volumes: [{ ...full, owner: ofUi, templateSize: undefined, claim: claim('grafana', { size: '10Gi' }) }],
    }),
    {
      severity: 'critical',
      object: 'pvc/grafana',
      message: '95% of it is used (47.5Gi of 50Gi)',
      next: `kubectl patch pvc grafana --type merge -p {"spec":{"resources":{"requests":{"storage":"60Gi"}}}}`,
      hint: "also set the new size where the claim comes from (grafana.persistence.size in the chart's values)",
    },
  ),
  row(
    'disk-full',
    'during a resize',
    withInstance('metrics', { resize: RESIZE }, block({ volumes: [full] })),
    {
      severity: 'critical',
      object: CLAIM,
      message: '95% of it is used (47.5Gi of 50Gi)',
      next: 'kubectl monitoring resize-pvc 100Gi k8s',
    },
  ),
  row(
    'disk-full',
    'beside an unreadable record',
    withInstance('metrics', { resize: 'unreadable' }, block({ volumes: [full] })),
    {
      severity: 'critical',
      object: CLAIM,
      message: '95% of it is used (47.5Gi of 50Gi)',
      next: 'kubectl describe pvc prometheus-k8s-db-prometheus-k8s-0',
    },
  ),
  row(
    'disk-full',
    'beside a larger orphaned claim, and an instance of the same name elsewhere',
    block({
      namespace: undefined,
      instances: [instance('metrics', { namespace: 'other', resize: RESIZE }), instance('metrics')],
      volumes: [full, volume(1, { orphaned: true, claim: claim('old', { size: '500Gi' }) })],
    }),
    {
      severity: 'critical',
      object: CLAIM,
      message: '95% of it is used (47.5Gi of 50Gi)',
      next: 'kubectl monitoring resize-pvc 60Gi k8s',
      hint: stops('k8s'),
    },
  ),
  none('disk-full', '94.9 % used', volumes({ used: 0.949, perDay: 0 })),
  none('disk-full', 'full within 1.1 days at the earliest', block({ volumes: [soonFull(1.1)] })),
  none('disk-full', 'of no replica', volumes({ used: 1, orphaned: true })),
  none('disk-full', 'nothing measured', volumes({ metrics: undefined })),
  row('unfinished-resize', 'offline', withInstance('metrics', { resize: RESIZE }), {
    severity: 'critical',
    object: 'prometheus/k8s',
    message: 'a resize to 100Gi (offline, started 2026-01-01T00:00:00Z) is unfinished',
    next: 'kubectl monitoring resize-pvc 100Gi k8s',
    hint: 'run the same command again to resume it, or undo it with "kubectl monitoring undo"',
  }),
  row(
    'unfinished-resize',
    'online, of an alert manager',
    withInstance('alerts', { resize: { ...RESIZE, mode: 'online', retain: true } }),
    {
      severity: 'critical',
      object: 'alertmanager/main',
      message: 'a resize to 100Gi (online, started 2026-01-01T00:00:00Z) is unfinished',
      next: 'kubectl monitoring resize-pvc 100Gi main --component alerts --mode online --retain-volumes',
      hint: 'run the same command again to resume it, or undo it with "kubectl monitoring undo"',
    },
  ),
  row('unfinished-resize', 'an undo', withInstance('metrics', { resize: { ...RESIZE, goal: 'undo' } }), {
    severity: 'critical',
    object: 'prometheus/k8s',
    message: 'the undo of a resize to 100Gi (offline, started 2026-01-01T00:00:00Z) is unfinished',
    next: 'kubectl monitoring undo prometheus/k8s',
    hint: 'run the same undo again to resume it',
  }),
  row('unfinished-resize', 'a record of another version', withInstance('metrics', { resize: 'unreadable' }), {
    severity: 'critical',
    object: 'prometheus/k8s',
    message: 'a resize is unfinished, and this version cannot read its record, the ConfigMap RECORD',
    next: 'kubectl describe configmap RECORD',
    hint: 'resume it with the version of this tool that wrote it',
  }),
  none('unfinished-resize', 'no record', block()),
];

const blind: Row[] = [
  row(
    'metrics-down',
    'its only replica crashes',
    withInstance('metrics', { wanted: 1, ready: 0, troubles: [crashing('prometheus-k8s-0')] }),
    {
      severity: 'critical',
      object: 'prometheus/k8s',
      message:
        'its only replica is not ready, so nothing is measured and no alert fires: prometheus-k8s-0: CrashLoopBackOff: back-off 5m0s',
      next: 'kubectl describe pod prometheus-k8s-0',
    },
  ),
  row('metrics-down', 'no pod of two', withInstance('metrics', { ready: 0 }), {
    severity: 'critical',
    object: 'prometheus/k8s',
    message: 'none of its 2 replicas is ready, so nothing is measured and no alert fires: it has no pods',
    next: 'kubectl describe prometheus k8s',
  }),
  row('metrics-down', 'stopped by hand', withInstance('metrics', { wanted: 0, ready: 0 }), {
    severity: 'critical',
    object: 'prometheus/k8s',
    message: 'it is scaled to 0: nothing is measured and no alert fires',
    next: 'kubectl patch prometheus k8s --type merge -p {"spec":{"replicas":2}}',
    hint: 'it has volumes for 2 replicas',
  }),
  row(
    'metrics-down',
    'stopped by hand, with one volume',
    withInstance('metrics', { wanted: 0, ready: undefined }, volumes({})),
    {
      severity: 'critical',
      object: 'prometheus/k8s',
      message: 'it is scaled to 0: nothing is measured and no alert fires',
      next: 'kubectl patch prometheus k8s --type merge -p {"spec":{"replicas":1}}',
    },
  ),
  row(
    'metrics-down',
    'stopped by its source',
    withInstance('metrics', { wanted: 0, ready: 0, source: FLUX }),
    {
      severity: 'critical',
      object: 'prometheus/k8s',
      message: 'it is scaled to 0: nothing is measured and no alert fires',
      next: 'kubectl describe prometheus k8s',
      hint: `${FLUX} manages it, so change it there: restore its replicas (it has volumes for 2)`,
    },
  ),
  row(
    'metrics-down',
    'stopped by a resize',
    withInstance('metrics', { wanted: 0, ready: 0, resize: RESIZE }),
    {
      severity: 'critical',
      object: 'prometheus/k8s',
      message: 'it is scaled to 0: nothing is measured and no alert fires',
      next: 'kubectl monitoring resize-pvc 100Gi k8s',
      hint: 'an unfinished resize has stopped it',
    },
  ),
  none('metrics-down', 'unknown ready replicas', withInstance('metrics', { ready: undefined })),
  none('metrics-down', 'one of two ready', withInstance('metrics', { ready: 1 })),
  none('metrics-down', 'an alert manager', withInstance('alerts', { ready: 0 })),
  row(
    'alerts-down',
    'none of two ready',
    withInstance('alerts', { ready: 0, troubles: [crashing('alertmanager-main-0')] }),
    {
      severity: 'critical',
      object: 'alertmanager/main',
      message:
        'none of its 2 replicas is ready, so no alert notifications are sent: alertmanager-main-0: CrashLoopBackOff: back-off 5m0s',
      next: 'kubectl describe pod alertmanager-main-0',
    },
  ),
  none('alerts-down', 'one of two ready', withInstance('alerts', { ready: 1 })),
  none('alerts-down', 'a metrics server', withInstance('metrics', { ready: 0 })),
  row(
    'watchdog-silent',
    'no rule at one of two',
    silentAt({ rule: { value: { state: undefined, lastError: '' } } }),
    {
      severity: 'critical',
      object: 'prometheus/k8s',
      message:
        'the watchdog alert does not fire at 1 of 2 replicas: prometheus-k8s-1: no rule Watchdog is loaded',
      next: 'kubectl get prometheusrules -A --show-labels',
      hint: 'check that a rule object has the alert Watchdog, and that ruleSelector and ruleNamespaceSelector of the Prometheus match it',
    },
  ),
  row(
    'watchdog-silent',
    'a Prometheus that does not send to a replica',
    silentAt({ sendsTo: { value: ['10.0.0.11'] } }),
    {
      severity: 'critical',
      object: 'prometheus/k8s',
      message:
        'the watchdog alert is not sent to every alert manager by 1 of 2 replicas: prometheus-k8s-1: it does not send to alertmanager-main-1',
      next: 'kubectl get endpoints alertmanager-main',
      hint: 'check that the service that the Prometheus finds its Alertmanagers by has endpoints for all pods, and that a Prometheus with an old configuration has been reloaded',
    },
  ),
  row('watchdog-silent', 'on its way to both replicas of the alert manager', lostAt(0, 1), {
    severity: 'critical',
    object: 'alertmanager/main',
    message:
      'the watchdog alert has not arrived at 2 of 2 replicas: alertmanager-main-0, alertmanager-main-1: the alert Watchdog has not arrived',
    next: 'kubectl logs prometheus-k8s-0 -c prometheus --tail=50',
    hint: 'the log of the Prometheus says why it cannot send alerts there',
  }),
  row(
    'watchdog-silent',
    'at an alert manager alone',
    block({ watchdog: watchdog({ ...lost(0), servers: [] }), instances: [instance('alerts')] }),
    {
      severity: 'critical',
      object: 'alertmanager/main',
      message:
        'the watchdog alert has not arrived at 1 of 2 replicas: alertmanager-main-0: the alert Watchdog has not arrived',
      next: 'kubectl get prometheuses -A',
      hint: 'the log of the Prometheus says why it cannot send alerts there',
    },
  ),
  row(
    'watchdog-silent',
    'at a metrics server, and so at no alert manager: only the first is named',
    block({
      watchdog: watchdog({
        ...lost(0, 1),
        servers: [server({ replicas: [serverReplica(0, { rule: { value: PENDING } })] })],
      }),
    }),
    {
      severity: 'critical',
      object: 'prometheus/k8s',
      message:
        'the watchdog alert does not fire at 1 of 1 replicas: prometheus-k8s-0: rule Watchdog does not fire: it is pending',
      next: 'kubectl get prometheusrules -A',
      hint: 'wait until its "for" is over, or remove "for" from the rule',
    },
  ),
  row(
    'watchdog-silent',
    'no notification left',
    block({
      watchdog: watchdog({
        sent: new Map([
          ['monitoring-system/main', sent({ measured: { total: 2, failed: 2, isWhole: true } })],
        ]),
      }),
    }),
    {
      severity: 'critical',
      object: 'alertmanager/main',
      message: 'the watchdog alert leads to no notification: all 2 requests to webhook failed within 4m',
      next: 'kubectl logs alertmanager-main-0 -c alertmanager --tail=50',
      hint: 'its log has the reason ("Notify attempt failed"), with the receiver',
    },
  ),
  none(
    'watchdog-silent',
    'no replica could be queried',
    block({
      watchdog: watchdog({
        servers: [server({ replicas: [serverReplica(0, { rule: { reason: 'no answer' } })] })],
      }),
    }),
  ),
  none(
    'watchdog-silent',
    'no replica is ready, which is a replica that is down',
    block({ watchdog: watchdog({ servers: [server({ replicas: [] })] }) }),
  ),
  none('watchdog-silent', 'a receiver without integrations', block({ watchdog: watchdog(UNHEARD) })),
  none(
    'watchdog-silent',
    'a ruler, of which there is no chain',
    block({ instances: [instance('ruler')], watchdog: [] }),
  ),
  row(
    'watchdog-unheard',
    'a receiver without integrations, as in the chart',
    block({ watchdog: watchdog(UNHEARD) }),
    {
      severity: 'info',
      object: 'alertmanager/main',
      message:
        'no one is notified of the watchdog alert at 2 of 2 replicas: alertmanager-main-0, alertmanager-main-1: its route leads to the receiver "null", which has no integrations',
      next: 'kubectl monitoring watchdog receiver - --alertmanager main',
      hint: 'give the alert Watchdog a receiver, such as an outside check that notices when its pings stop: the command prints the values for its ping URL, which it reads from stdin',
    },
  ),
  none('watchdog-unheard', 'a receiver with integrations', block()),
  none('watchdog-unheard', 'an alert that has not arrived', block({ watchdog: watchdog(lost(0)) })),
];

const down: Row[] = [
  row(
    'operator-down',
    'its pod is pending',
    withWorkload('operator', { ready: 0, troubles: [{ pod: 'operator-x', reason: 'Pending' }] }),
    {
      severity: 'warning',
      object: 'deployment/prometheus-operator',
      message:
        '0 of 1 replicas are ready; not ready: operator-x: Pending: no change to the block takes effect',
      next: 'kubectl describe pod operator-x',
    },
  ),
  row('operator-down', 'scaled to 0', withWorkload('operator', { wanted: 0, ready: 0 }), {
    severity: 'warning',
    object: 'deployment/prometheus-operator',
    message: 'it is scaled to 0: no change to the block takes effect',
    next: 'kubectl scale deployment prometheus-operator --replicas=1',
  }),
  none(
    'operator-down',
    'scaled to 0 where another does its work',
    block({
      workloads: [workload('operator', { wanted: 0, ready: 0 }), workload('operator', { name: 'other' })],
    }),
  ),
  row(
    'operator-down',
    'scaled to 0 where another works elsewhere',
    block({
      workloads: [
        workload('operator', { wanted: 0, ready: 0, scope: ['a'] }),
        workload('operator', { name: 'other', scope: ['b'] }),
      ],
    }),
    {
      severity: 'warning',
      object: 'deployment/operator',
      message: 'it is scaled to 0: no change to the block takes effect',
      next: 'kubectl scale deployment operator --replicas=1',
    },
  ),
  none('operator-down', 'another part', withWorkload('ui', { ready: 0 })),
  row(
    'replica-down',
    'one of two of a metrics server',
    withInstance('metrics', { ready: 1, troubles: [crashing('prometheus-k8s-1')] }),
    {
      severity: 'warning',
      object: 'prometheus/k8s',
      message: '1 of 2 replicas is ready; not ready: prometheus-k8s-1: CrashLoopBackOff: back-off 5m0s',
      next: 'kubectl describe pod prometheus-k8s-1',
    },
  ),
  row(
    'replica-down',
    'a pod that does not exist',
    withInstance('metrics', {
      ready: 1,
      troubles: [
        {
          pod: 'prometheus-k8s-1',
          reason: 'the pod does not exist',
          maker: { kind: 'StatefulSet', name: 'prometheus-k8s' },
        },
      ],
    }),
    {
      severity: 'warning',
      object: 'prometheus/k8s',
      message: '1 of 2 replicas is ready; not ready: prometheus-k8s-1: the pod does not exist',
      next: 'kubectl describe statefulset prometheus-k8s',
    },
  ),
  row('replica-down', 'a ruler', block({ instances: [instance('ruler', { ready: 0 })] }), {
    severity: 'warning',
    object: 'thanosruler/rules',
    message: '0 of 2 replicas are ready; pods are missing',
    next: 'kubectl describe thanosruler rules',
  }),
  row('replica-down', 'the UI at 0', withWorkload('ui', { wanted: 0, ready: 0 }), {
    severity: 'warning',
    object: 'deployment/grafana',
    message: 'it is scaled to 0',
    next: 'kubectl scale deployment grafana --replicas=1',
  }),
  row(
    'replica-down',
    'many pods of a node exporter',
    withWorkload('node-exporter', {
      ready: 0,
      wanted: 5,
      troubles: [0, 1, 2, 3, 4].map((node) => ({ pod: `exporter-${node}`, reason: 'Pending' })),
    }),
    {
      severity: 'warning',
      object: 'daemonset/node-exporter',
      message:
        '0 of 5 replicas are ready; not ready: exporter-0: Pending, exporter-1: Pending, exporter-2: Pending and 2 more',
      next: 'kubectl describe pod exporter-0',
    },
  ),
  none('replica-down', 'all ready', block()),
  none('replica-down', 'unknown ready replicas', withInstance('alerts', { ready: undefined })),
  none(
    'replica-down',
    'none ready, which a worse finding reports',
    withInstance('metrics', { ready: 0, troubles: [crashing('k8s-0')] }),
  ),
  none('replica-down', 'an operator that is said to be down', withWorkload('operator', { ready: 0 })),
  none('replica-down', 'a cluster without nodes', withWorkload('node-exporter', { wanted: 0, ready: 0 })),
  row(
    'node-exporter-missing',
    'on two of three nodes',
    withWorkload('node-exporter', { wanted: 2, ready: 2 }),
    {
      severity: 'warning',
      object: 'daemonset/node-exporter',
      message: 'it covers 2 of 3 nodes: the others are not measured',
      next: 'kubectl describe daemonset node-exporter',
      hint: 'its node selector, affinity or tolerations exclude nodes',
    },
  ),
  none(
    'node-exporter-missing',
    'two that cover all nodes together',
    block({
      workloads: [1, 2].map((wanted) =>
        workload('node-exporter', { kind: 'DaemonSet', name: `exporter-${wanted}`, wanted, ready: wanted }),
      ),
    }),
  ),
  none(
    'node-exporter-missing',
    'nodes that could not be counted',
    withWorkload('node-exporter', { wanted: 1 }, block({ nodes: undefined })),
  ),
  none('node-exporter-missing', 'none at all', block({ workloads: [] })),
  row(
    'complaint',
    'an operator that reports an error',
    withInstance('alerts', { complaint: 'InvalidConfiguration: undefined receiver "null"' }),
    {
      severity: 'warning',
      object: 'alertmanager/main',
      message: 'the operator could not reconcile it: InvalidConfiguration: undefined receiver "null"',
      next: 'kubectl describe alertmanager main',
    },
  ),
  none('complaint', 'one that is', block()),
];

const risks: Row[] = [
  row('two-operators', 'two replicas', withWorkload('operator', { wanted: 2, ready: 2 }), {
    severity: 'warning',
    object: 'deployment/prometheus-operator',
    message: 'the operator has 2 replicas, which fight over the same resources',
    next: 'kubectl scale deployment prometheus-operator --replicas=1',
  }),
  row(
    'two-operators',
    'two replicas by a source',
    withWorkload('operator', { wanted: 2, ready: 2, source: FLUX }),
    {
      severity: 'warning',
      object: 'deployment/prometheus-operator',
      message: 'the operator has 2 replicas, which fight over the same resources',
      next: 'kubectl describe deployment prometheus-operator',
      hint: `${FLUX} manages it, so change it there: set its replicas to 1`,
    },
  ),
  row(
    'two-operators',
    'two of all namespaces',
    block({
      workloads: [workload('operator'), workload('operator', { namespace: 'other', name: 'second' })],
    }),
    {
      severity: 'warning',
      object: 'deployment/second',
      message:
        'it manages all namespaces, and so does the operator monitoring-system/operator: they fight over the same resources',
      next: 'kubectl describe deployment second',
      hint: 'keep one of the two, or separate them with --namespaces',
    },
  ),
  row(
    'two-operators',
    'one of all, one of some',
    block({ workloads: [workload('operator'), workload('operator', { name: 'second', scope: ['a', 'b'] })] }),
    {
      severity: 'warning',
      object: 'deployment/second',
      message:
        'it manages namespaces a, b, and so does the operator monitoring-system/operator: they fight over the same resources',
      next: 'kubectl describe deployment second',
      hint: 'keep one of the two, or separate them with --namespaces',
    },
  ),
  row(
    'two-operators',
    'one namespace in common',
    block({
      workloads: [
        workload('operator', { scope: ['a', 'b'] }),
        workload('operator', { name: 'second', scope: ['b', 'c'] }),
      ],
    }),
    {
      severity: 'warning',
      object: 'deployment/second',
      message:
        'it manages namespace b, and so does the operator monitoring-system/operator: they fight over the same resources',
      next: 'kubectl describe deployment second',
      hint: 'keep one of the two, or separate them with --namespaces',
    },
  ),
  none(
    'two-operators',
    'kept apart',
    block({
      workloads: [
        workload('operator', { scope: ['a'] }),
        workload('operator', { name: 'second', scope: ['b'] }),
      ],
    }),
  ),
  none(
    'two-operators',
    'one of them scaled to 0',
    block({ workloads: [workload('operator', { wanted: 0 }), workload('operator', { name: 'second' })] }),
  ),
  row('ui-persistence', 'two replicas on a claim', withWorkload('ui', { claim: 'grafana' }), {
    severity: 'warning',
    object: 'deployment/grafana',
    message: '2 replicas share the claim grafana: with persistence, run one replica',
    next: 'kubectl scale deployment grafana --replicas=1',
    hint: 'without persistence, it may have several; an external database is better than either',
  }),
  row('ui-persistence', 'the same by a source', withWorkload('ui', { claim: 'grafana', source: FLUX }), {
    severity: 'warning',
    object: 'deployment/grafana',
    message: '2 replicas share the claim grafana: with persistence, run one replica',
    next: 'kubectl describe deployment grafana',
    hint: `${FLUX} manages it, so change it there: set one replica or disable persistence (grafana.replicas, grafana.persistence.enabled in the chart's values)`,
  }),
  row(
    'ui-persistence',
    'two of a StatefulSet, each on its own claim',
    withWorkload('ui', { kind: 'StatefulSet', ownClaims: true }),
    {
      severity: 'warning',
      object: 'statefulset/grafana',
      message:
        'each of its 2 replicas has its own claim, so what is saved at one is missing at the others: with persistence, run one replica',
      next: 'kubectl scale statefulset grafana --replicas=1',
      hint: 'without persistence, it may have several; an external database is better than either',
    },
  ),
  none(
    'single-replica-ui',
    'one of a StatefulSet on its own claim',
    withWorkload('ui', { kind: 'StatefulSet', ownClaims: true, wanted: 1, ready: 1 }),
  ),
  none('ui-persistence', 'one replica on a claim', withWorkload('ui', { claim: 'grafana', wanted: 1 })),
  none('ui-persistence', 'two without a claim', block()),
  row('cluster-state-replicas', 'two', withWorkload('cluster-state', { wanted: 2, ready: 2 }), {
    severity: 'warning',
    object: 'deployment/kube-state-metrics',
    message: 'it has 2 replicas without sharding: every series exists 2 times',
    next: 'kubectl scale deployment kube-state-metrics --replicas=1',
  }),
  none(
    'cluster-state-replicas',
    'two that share the objects',
    withWorkload('cluster-state', { kind: 'StatefulSet', wanted: 2, sharded: true }),
  ),
  none('cluster-state-replicas', 'one', block()),
  row('retention-size-exceeded', 'its pod runs without it', limited(null), {
    severity: 'warning',
    object: CLAIM,
    message: '40Gi of it is used, and use is growing, although retentionSize 30GB should limit it to 30Gi',
    next: 'kubectl delete pod prometheus-k8s-0',
    hint: 'the pod runs without it: it has not restarted since retentionSize was set; delete one pod at a time',
  }),
  row('retention-size-exceeded', 'its pod runs with another', limited('60GB'), {
    severity: 'warning',
    object: CLAIM,
    message: '40Gi of it is used, and use is growing, although retentionSize 30GB should limit it to 30Gi',
    next: 'kubectl delete pod prometheus-k8s-0',
    hint: 'the pod runs with 60GB: it has not restarted since retentionSize was set; delete one pod at a time',
  }),
  row('retention-size-exceeded', 'its pod runs with it', limited('30GB'), {
    severity: 'warning',
    object: CLAIM,
    message: '40Gi of it is used, and use is growing, although retentionSize 30GB should limit it to 30Gi',
    next: 'kubectl exec prometheus-k8s-0 -c prometheus',
    hint: 'the pod runs with it, but it counts only blocks, WAL and head chunks: the volume holds other files, such as snapshots or those of another program',
  }),
  row('retention-size-exceeded', 'unknown arguments of its pod', limited(undefined), {
    severity: 'warning',
    object: CLAIM,
    message: '40Gi of it is used, and use is growing, although retentionSize 30GB should limit it to 30Gi',
    next: 'kubectl describe pod prometheus-k8s-0',
    hint: 'the arguments of its pod could not be read: check that they include --storage.tsdb.retention.size; if they do, the volume holds files that it does not count',
  }),
  row(
    'retention-size-exceeded',
    'a name that ends as its StatefulSet begins',
    {
      ...block({
        volumes: [
          volume(0, {
            used: 0.8,
            perDay: 0.1,
            retentionSize: null,
            claim: claim('prometheus-a-prometheus-db-prometheus-a-prometheus-0'),
            owner: { component: 'metrics', kind: 'Prometheus', name: 'a-prometheus' },
          }),
        ],
      }),
      instances: [
        instance('metrics', { name: 'a-prometheus', retention: { time: undefined, size: '30GB' } }),
        instance('alerts'),
      ],
    },
    {
      severity: 'warning',
      object: 'pvc/prometheus-a-prometheus-db-prometheus-a-prometheus-0',
      message: '40Gi of it is used, and use is growing, although retentionSize 30GB should limit it to 30Gi',
      next: 'kubectl delete pod prometheus-a-prometheus-0',
      hint: 'the pod runs without it: it has not restarted since retentionSize was set; delete one pod at a time',
    },
  ),
  none(
    'retention-size-exceeded',
    'a little above it, as before a compaction',
    limited(undefined, { used: 0.65 }),
  ),
  none('retention-size-exceeded', 'far above it, and use falls', limited(undefined, { perDay: -1 })),
  none('retention-size-exceeded', 'a volume that no replica uses', limited(undefined, { orphaned: true })),
  none('retention-size-exceeded', 'no limit', volumes({ used: 0.8, perDay: 1 })),
  row('disk-filling', 'likely within 30 days', volumes({ used: 0.4, perDay: 1 }), {
    severity: 'warning',
    object: CLAIM,
    message: 'it is likely to be full in 30 days (24 to 37)',
    next: 'kubectl monitoring resize-pvc 307Gi k8s',
    hint: stops('k8s'),
  }),
  none('disk-filling', 'likely within 31 days', volumes({ used: 0.4, perDay: 30 / 31 })),
  none('disk-filling', 'as good as full, which is said as worse', volumes({ used: 0.96, perDay: 1 })),
  none('disk-filling', 'of no replica', volumes({ perDay: 1, orphaned: true })),
  none('disk-filling', 'no growth', volumes({ perDay: 0 })),
  row(
    'volume-resizing',
    'no room in the storage',
    volumes({ claim: claim('a', { growth: 'ControllerResizeInfeasible' }) }),
    {
      severity: 'warning',
      object: 'pvc/a',
      message: 'the storage could not resize it: ControllerResizeInfeasible',
      next: 'kubectl describe pvc a',
      hint: 'the storage is out of space or does not allow this size',
    },
  ),
  row(
    'volume-resizing',
    'an error that may pass',
    volumes({ claim: claim('a', { conditions: [{ type: 'NodeResizeError', message: 'rate exceeded' }] }) }),
    {
      severity: 'warning',
      object: 'pvc/a',
      message: 'the storage could not resize it: NodeResizeError: rate exceeded',
      next: 'kubectl describe pvc a',
      hint: 'the storage retries',
    },
  ),
  none(
    'volume-resizing',
    'under way',
    volumes({
      claim: claim('a', { growth: 'NodeResizePending', conditions: [{ type: 'Resizing', message: '' }] }),
    }),
  ),
  row(
    'claim-sizes',
    'one claim ahead of its template',
    volumes({}, { claim: claim('a', { size: '80Gi' }) }),
    {
      severity: 'warning',
      object: 'prometheus/k8s',
      message: 'claims differ from the 50Gi of their template, as after a manual resize: a requests 80Gi',
      next: 'kubectl monitoring resize-pvc 80Gi k8s',
    },
  ),
  row(
    'claim-sizes',
    'the template ahead of its claims',
    withInstance('metrics', { size: '60Gi' }, block({ volumes: [volume(0)] })),
    {
      severity: 'warning',
      object: 'prometheus/k8s',
      message:
        'claims differ from the 60Gi of their template, as after a manual resize: prometheus-k8s-db-prometheus-k8s-0 requests 50Gi',
      next: 'kubectl monitoring resize-pvc 60Gi k8s',
    },
  ),
  none('claim-sizes', 'the same amount in other words', withInstance('metrics', { size: '51200Mi' })),
  none('claim-sizes', 'during a resize', withInstance('metrics', { size: '60Gi', resize: RESIZE })),
  none('claim-sizes', 'of no replica', volumes({}, { claim: claim('a', { size: '80Gi' }), orphaned: true })),
  none('claim-sizes', 'a template whose size is none', withInstance('metrics', { size: 'much' })),
  row('no-volume', 'an alert manager', withInstance('alerts', { size: undefined }), {
    severity: 'warning',
    object: 'alertmanager/main',
    message: 'it has no claim: its data is lost with its pod',
    next: 'kubectl describe alertmanager main',
    hint: "add a claim template: spec.storage (alertmanager.alertmanagerSpec.storage in the chart's values)",
  }),
  none('no-volume', 'all on claims', block()),
  row('paused', 'by hand', withInstance('metrics', { paused: true }), {
    severity: 'warning',
    object: 'prometheus/k8s',
    message: 'it is paused: the operator ignores it, and no change to it takes effect',
    next: 'kubectl patch prometheus k8s --type merge -p {"spec":{"paused":false}}',
    hint: 'ask the user who paused it whether that is still needed',
  }),
  none('paused', 'by a resize of ours', withInstance('metrics', { paused: true, resize: RESIZE })),
];

const notices: Row[] = [
  row('orphaned-claim', 'one', volumes({}, { orphaned: true }), {
    severity: 'info',
    object: 'pvc/prometheus-k8s-db-prometheus-k8s-1',
    message: 'no replica of Prometheus k8s uses it (50Gi)',
    next: 'kubectl describe pvc prometheus-k8s-db-prometheus-k8s-1',
    hint: 'check what it contains before you delete it',
  }),
  none('orphaned-claim', 'none', block()),
  row('single-replica-ui', 'one without a claim', withWorkload('ui', { wanted: 1 }), {
    severity: 'info',
    object: 'deployment/grafana',
    message: 'it has one replica: there is no UI while its pod is rescheduled',
    next: 'kubectl scale deployment grafana --replicas=2',
  }),
  none('single-replica-ui', 'one on a claim', withWorkload('ui', { wanted: 1, claim: 'grafana' })),
  none('single-replica-ui', 'two', block()),
  row('mixed-versions', 'two', withInstance('metrics', { versions: ['v3.4.0', 'v3.5.0'] }), {
    severity: 'info',
    object: 'prometheus/k8s',
    message: 'its pods run v3.4.0 and v3.5.0: an upgrade is in progress or has stalled',
    next: 'kubectl get pods -l app.kubernetes.io/name=prometheus,app.kubernetes.io/instance=k8s',
  }),
  none('mixed-versions', 'one', block()),
  row('upgrade-issue', 'an old server', block({ upgradeIssue: 'the diff stage fails on this server' }), {
    severity: 'info',
    object: 'upgrade',
    message: 'the diff stage fails on this server',
    next: 'kubectl monitoring version',
  }),
  none('upgrade-issue', 'none', block()),
  row('not-installed', 'no alert manager in the namespace', block({ instances: [instance('metrics')] }), {
    severity: 'info',
    object: 'alert manager',
    message: 'it was not found in namespace monitoring-system',
    next: 'kubectl monitoring status -A',
  }),
  row(
    'not-installed',
    'no alert manager anywhere',
    block({ namespace: undefined, instances: [instance('metrics')] }),
    {
      severity: 'info',
      object: 'alert manager',
      message: 'it was not found',
      next: 'kubectl monitoring version',
    },
  ),
  row(
    'not-installed',
    'no operator, which is searched for everywhere',
    block({ workloads: block().workloads.filter(({ part }) => part !== 'operator') }),
    {
      severity: 'info',
      object: 'operator',
      message: 'it was not found',
      next: 'kubectl monitoring version',
    },
  ),
  none(
    'not-installed',
    'what could not be read',
    block({
      instances: [instance('metrics')],
      unread: [{ what: 'alertmanagers', reason: 'forbidden', hides: ['alerts'] }],
    }),
  ),
  none('not-installed', 'nothing at all, which is said once', block({ instances: [], workloads: [] })),
  none('not-installed', 'no ruler, which is not required', block()),
];

export const rows: Row[] = [...loss, ...blind, ...down, ...risks, ...notices];
