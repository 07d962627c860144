import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Component } from '../../scenarios/components.ts';
import { create } from '../../scenarios/requests.ts';
import { isReconciled } from '../../support/monitoring-stage.ts';
import type { OwnAnswer } from '../../support/relay.ts';
import { refusal } from '../../support/relay-answers.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type ResizeOptions, type Resizing } from './resizing.ts';

/** An instance that is refused. */
interface Refused {
  component?: Omit<Component, 'name'>;
  /** Brings it to what is refused. */
  prepare?(stage: Resizing, name: string): Promise<unknown>;
  /** 3 when absent. */
  to?: number;
  options?(name: string): ResizeOptions;
  /** What is said below the first line. */
  said: string;
}

const claimOf = (name: string, ordinal: number): string =>
  `prometheus-${name}-db-prometheus-${name}-${ordinal}`;
const policy = { whenDeleted: 'Retain', whenScaled: 'Delete' } as const;

/** What a server would answer that has autoscalers; the embedded one has none. */
const autoscalers = (name: string): OwnAnswer => ({
  status: 200,
  body: {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscalerList',
    metadata: { resourceVersion: '1' },
    items: [{ metadata: { name: 'more' }, spec: { scaleTargetRef: { kind: 'Prometheus', name } } }],
  },
});

const refused: Record<string, Refused> = {
  paused: {
    component: { paused: true },
    prepare: (stage, name) => stage.waitFor(stage.path('prometheuses', name), isReconciled('True')),
    said: `  ignored-by-operator: the Prometheus is paused (spec.paused): the operator ignores the change
    ask who paused it, set spec.paused to false, then run this again
`,
  },
  resizing: {
    prepare: ({ server, path }, name) =>
      create(server.admin, path('configmaps'), {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: `kubectl-monitoring-resize-prometheus-${name}` },
        data: {},
      }),
    said: `  unfinished-resize: the record of a resize of this Prometheus cannot be read, so one may be unfinished
    finish it first, or undo it: kubectl monitoring undo prometheus/resizing -n NS --kubeconfig KUBECONFIG
`,
  },
  autoscaled: {
    options: (name) => ({
      before: ({ path }) => (path.includes('/horizontalpodautoscalers') ? autoscalers(name) : undefined),
    }),
    said: `  autoscaler: HorizontalPodAutoscaler more scales Prometheus autoscaled: it would put its own number back
    set its minReplicas and maxReplicas instead, or delete it first
`,
  },
  deleting: {
    component: { retentionPolicy: policy },
    to: 1,
    said: `  scaled-retention-policy: the Prometheus's persistentVolumeClaimRetentionPolicy is whenScaled: Delete: claim ${claimOf('deleting', 1)} would be deleted
    set whenScaled to Retain in the resource and its source, wait until the StatefulSet has it, then run this again
  live-scaled-retention-policy: the live StatefulSet prometheus-deleting has the retention policy whenScaled: Delete: claim ${claimOf('deleting', 1)} would be deleted
    set whenScaled to Retain where the StatefulSet gets it from, wait until it has it, then run this again
`,
  },
  owned: {
    prepare: async (stage, name) => {
      const pod = await stage.get(stage.path('pods', `prometheus-${name}-1`));
      const { uid } = pod.metadata;
      const owner = { apiVersion: 'v1', kind: 'Pod', name: pod.metadata.name, uid };
      await stage.patch(stage.path('persistentvolumeclaims', claimOf(name, 1)), {
        metadata: { ownerReferences: [owner] },
      });
    },
    // The controller removes an owner again as soon as it looks.
    options: () => ({}),
    to: 1,
    said: `  claim-of-pod: claim ${claimOf('owned', 1)} belongs to Pod prometheus-owned-1 (ownerReferences): it is deleted with its pod, whatever the retention policy says
    make sure that its data is to be kept, then run: kubectl patch pvc ${claimOf('owned', 1)} -n NS --kubeconfig KUBECONFIG --type=json -p '[{"op":"remove","path":"/metadata/ownerReferences"}]'
`,
  },
  synced: {
    component: { manager: 'configsync.gke.io' },
    said: `  synced-replicas: field manager "configsync.gke.io" set replicas of this Prometheus and is not an interactive client: a controller reverts them
    suspend its sync if it has one, run this with --accept synced-replicas, commit the new number to its source (--values FILE), then resume the sync
`,
  },
  stopped: {
    to: 0,
    said: `  no-replicas: without replicas, nothing is scraped, and no alert rule is evaluated
    give 1 or more; --accept no-replicas stops it anyway
`,
  },
};

for (const kind of servers())
  describe(`what kubectl monitoring scale refuses, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, {
        components: Object.entries(refused).map(([name, { component }]) => ({ ...component, name })),
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    for (const [name, { prepare, to = 3, options, said }] of Object.entries(refused))
      test(`refuses ${name}`, async () => {
        await prepare?.(stage, name);
        const { code, stdout, stderr, writes } = await stage.scale(
          ['metrics', `${to}`, name, '-y'],
          options?.(name),
        );
        assert.equal(stderr, `error: Prometheus NS/${name} was not scaled; nothing was changed\n${said}`);
        assert.deepEqual({ code, stdout, writes }, { code: 1, stdout: '', writes: [] });
      });

    test('refuses without an operator, unless that is accepted, and warns of autoscalers that it cannot read', async () => {
      const hidden: ResizeOptions = {
        before: ({ path }) => {
          if (/^\/api\/v1\/pods\?/.test(path))
            return { status: 200, body: { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [] } };
          return path.includes('/horizontalpodautoscalers')
            ? refusal(403, 'Forbidden', 'not yours')
            : undefined;
        },
      };
      const words = ['metrics', '3', 'stopped', '-y'];
      const { code, stderr } = await stage.scale(words, hidden);
      assert.equal(code, 1);
      assert.match(stderr, /\n {2}operator-absent: no pod of prometheus-operator is ready in any namespace /);
      const accepted = await stage.scale([...words, '--accept', 'operator-absent'], hidden);
      assert.equal(accepted.code, 0, accepted.stderr);
      assert.match(
        accepted.stderr,
        /^Warning: HorizontalPodAutoscalers cannot be read, .* \(autoscalers-unreadable\)$/m,
      );
    });
  });
