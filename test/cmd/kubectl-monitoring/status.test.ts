import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { COMPONENTS } from '../../../lib/objects/components.ts';
import { recordObject } from '../../../lib/volumes/record.ts';
import { addWorkload, type BlockPart, tellReady, usualParts } from '../../scenarios/monitoring-block.ts';
import { create, ensure, status } from '../../scenarios/requests.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { agentTests } from './agents.ts';
import { type Looking, openLooking } from './looking.ts';

const HEALTHY = `NS: healthy

info:     alertmanager/main: no one is notified of the watchdog alert at 2 of 2 replicas: alertmanager-main-0, alertmanager-main-1: its route leads to the receiver "null", which has no integrations
          give the alert Watchdog a receiver, such as an outside check that notices when its pings stop: the command prints the values for its ping URL, which it reads from stdin
          kubectl monitoring watchdog receiver - --alertmanager main -n NS --kubeconfig KUBECONFIG

Components
NAME                  VERDICT   REASON             PART            VERSION   READY
prometheus-operator   healthy   <none>             operator        v0.85.0   1/1
k8s                   healthy   <none>             metrics         v3.5.0    2/2
main                  healthy   watchdog-unheard   alerts          v0.28.1   2/2
grafana               healthy   <none>             ui              12.1.0    2/2
kube-state-metrics    healthy   <none>             cluster-state   v2.16.0   1/1
node-exporter         healthy   <none>             node-exporter   v1.9.1    1/1

Managed by
Flux HelmRelease "flux-system/monitoring": deployment/prometheus-operator, deployment/grafana, deployment/kube-state-metrics, daemonset/node-exporter

Volumes
NAME                                       VERDICT   REASON   SIZE   USED         FULL
prometheus-k8s-db-prometheus-k8s-0         healthy   <none>   50Gi   31.2Gi 63%   never
prometheus-k8s-db-prometheus-k8s-1         healthy   <none>   50Gi   30.8Gi 63%   never
alertmanager-main-db-alertmanager-main-0   healthy   <none>   10Gi   61.2Mi <1%   never
alertmanager-main-db-alertmanager-main-1   healthy   <none>   10Gi   59.1Mi <1%   never

Watchdog
rule loaded 2/2, firing 2/2, delivered 2/2, arrived 2/2, receiver 0/2
  kubectl monitoring watchdog -n NS --kubeconfig KUBECONFIG
`;

for (const kind of servers())
  describe(`kubectl monitoring status on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Looking;
    before(async () => {
      server = await kind.start();
      stage = await openLooking(server);
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** The only finding of a block with one fault; each test leaves the shared block as it was. */
    async function onlyFinding(on: Looking = stage) {
      const { code, findings, unread } = await on.findings();
      assert.deepEqual({ code, unread }, { code: 1, unread: [] });
      assert.equal(findings.length, 1, JSON.stringify(findings, null, 1));
      return findings[0];
    }

    test('reports a healthy block', async () => {
      assert.deepEqual(await stage.look(), { code: 0, stdout: HEALTHY, stderr: '' });
    });

    test('reports a replica that is down, and why', async () => {
      const pod = stage.path('pods', 'prometheus-k8s-1');
      const { status: before } = await stage.get(pod);
      const conditions = [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady' }];
      const message = 'back-off 5m0s restarting failed container=prometheus';
      const crashing = {
        name: 'prometheus',
        image: 'prometheus/prometheus:v3.5.0',
        imageID: '',
        ready: false,
        restartCount: 7,
        state: { waiting: { reason: 'CrashLoopBackOff', message } },
        lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
      };
      await status(server.admin, pod, { conditions, containerStatuses: [crashing] });
      try {
        assert.deepEqual(await onlyFinding(), {
          metadata: { name: 'k8s', namespace: 'NS' },
          kind: 'Prometheus',
          severity: 'warning',
          verdict: 'degraded',
          reason: 'replica-down',
          message: `1 of 2 replicas is ready; not ready: prometheus-k8s-1: CrashLoopBackOff: ${message}; it ended with OOMKilled (exit code 137)`,
          next: 'kubectl describe pod prometheus-k8s-1 -n NS --kubeconfig KUBECONFIG',
          hint: null,
        });
      } finally {
        await status(server.admin, pod, before);
      }
    });

    test('reports a full disk', async () => {
      const full = await openLooking(server, { recording: 'full' });
      try {
        const { code, findings } = await full.findings();
        assert.equal(code, 1);
        assert.deepEqual(findings[0], {
          metadata: { name: 'prometheus-k8s-db-prometheus-k8s-0', namespace: 'NS' },
          kind: 'PersistentVolumeClaim',
          severity: 'critical',
          verdict: 'at-risk',
          reason: 'disk-full',
          message: '97% of it is used (47.5Gi of 48.9Gi), full in 23 hours',
          next: 'kubectl monitoring resize-pvc 406Gi k8s -n NS --kubeconfig KUBECONFIG',
          hint: 'the resize stops k8s until its volumes have grown; --mode online keeps it running if the storage can resize volumes in use',
        });
        assert.deepEqual(findings.slice(1), [
          {
            metadata: { name: 'prometheus-k8s-db-prometheus-k8s-0', namespace: 'NS' },
            kind: 'PersistentVolumeClaim',
            severity: 'warning',
            verdict: 'at-risk',
            reason: 'retention-size-exceeded',
            message:
              '47.5Gi of it is used, and use is growing, although retentionSize 40GB should limit it to 40Gi',
            next: 'kubectl exec prometheus-k8s-0 -c prometheus -n NS --kubeconfig KUBECONFIG -- du -sh /prometheus',
            hint: 'the pod runs with it, but it counts only blocks, WAL and head chunks: the volume holds other files, such as snapshots or those of another program',
          },
        ]);
      } finally {
        await full.stop();
      }
    });

    test('reports an unfinished resize', async () => {
      const { namespace } = stage;
      const { metadata } = await stage.get(stage.path('prometheuses', 'k8s'));
      const record = recordObject(
        COMPONENTS.metrics,
        { name: 'k8s', namespace },
        {
          goal: 'resize',
          uid: metadata.uid,
          resourceVersion: metadata.resourceVersion,
          size: '60Gi',
          mode: 'online',
          original: { replicas: 2, paused: false, size: '50Gi', policy: null, claims: {}, pods: {} },
          retain: false,
          run: 'run-1',
          version: 'v0.0.0',
          started: '2026-01-02T03:00:00Z',
        },
      );
      await create(server.admin, stage.path('configmaps'), record);
      try {
        assert.deepEqual(await onlyFinding(), {
          metadata: { name: 'k8s', namespace: 'NS' },
          kind: 'Prometheus',
          severity: 'critical',
          verdict: 'degraded',
          reason: 'unfinished-resize',
          message: 'a resize to 60Gi (online, started 2026-01-02T03:00:00Z) is unfinished',
          next: 'kubectl monitoring resize-pvc 60Gi k8s --mode online -n NS --kubeconfig KUBECONFIG',
          hint: 'run the same command again to resume it, or undo it with "kubectl monitoring undo"',
        });
      } finally {
        await stage.remove(stage.path('configmaps', record.metadata.name));
      }
    });

    test('reports a silent watchdog', async () => {
      const silent = await openLooking(server, { watchdog: 'silent' });
      try {
        assert.deepEqual(await onlyFinding(silent), {
          metadata: { name: 'k8s', namespace: 'NS' },
          kind: 'Prometheus',
          severity: 'critical',
          verdict: 'degraded',
          reason: 'watchdog-silent',
          message:
            'the watchdog alert does not fire at 2 of 2 replicas: prometheus-k8s-0, prometheus-k8s-1: no rule Watchdog is loaded',
          next: 'kubectl get prometheusrules -A --show-labels --kubeconfig KUBECONFIG',
          hint: 'create a rule object with the alert Watchdog, which none has: the chart does with defaultRules.create and defaultRules.rules.general',
        });
      } finally {
        await silent.stop();
      }
    });

    test('reports two operators that manage the same namespace, wherever the other one runs', async () => {
      const { admin } = server;
      const elsewhere = `${stage.namespace}-other`;
      const metadata = { name: elsewhere };
      await ensure(admin, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata });
      const part = partOf(stage, 'prometheus-operator');
      await addWorkload(admin, elsewhere, part);
      try {
        await tellReady(admin, elsewhere, { part, ready: 1 });
        assert.deepEqual(await onlyFinding(), {
          metadata: { name: 'prometheus-operator', namespace: 'NS-other' },
          kind: 'Deployment',
          severity: 'warning',
          verdict: 'degraded',
          reason: 'two-operators',
          message:
            'it manages namespace NS, and so does the operator NS/prometheus-operator: they fight over the same resources',
          next: 'kubectl describe deployment prometheus-operator -n NS-other --kubeconfig KUBECONFIG',
          hint: 'keep one of the two, or separate them with --namespaces',
        });
      } finally {
        await stage.remove(`/apis/apps/v1/namespaces/${elsewhere}/deployments/${part.name}`);
      }
    });

    test('reports a persistent dashboard UI with two replicas', async () => {
      const part = partOf(stage, 'grafana');
      const replace = async (by: BlockPart): Promise<void> => {
        await stage.remove(stage.path('deployments', 'grafana'));
        await addWorkload(server.admin, stage.namespace, by);
        await tellReady(server.admin, stage.namespace, { part: by, ready: 2 });
      };
      await replace({ ...part, claim: 'grafana' });
      try {
        assert.deepEqual(await onlyFinding(), {
          metadata: { name: 'grafana', namespace: 'NS' },
          kind: 'Deployment',
          severity: 'warning',
          verdict: 'degraded',
          reason: 'ui-persistence',
          message: '2 replicas share the claim grafana: with persistence, run one replica',
          next: 'kubectl describe deployment grafana -n NS --kubeconfig KUBECONFIG',
          hint: `Flux HelmRelease "flux-system/monitoring" manages it, so change it there: set one replica or disable persistence (grafana.replicas, grafana.persistence.enabled in the chart's values)`,
        });
      } finally {
        await replace(part);
        await stage.remove(stage.path('persistentvolumeclaims', 'grafana'));
      }
    });

    // They are not removed: this is the last test.
    agentTests(() => stage);
  });

function partOf({ namespace }: Looking, name: string): BlockPart {
  const part = usualParts(namespace).find((one) => one.name === name);
  assert.ok(part);
  return part;
}
