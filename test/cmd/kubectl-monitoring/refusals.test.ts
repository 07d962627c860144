import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Component } from '../../scenarios/components.ts';
import { addComponent } from '../../scenarios/monitoring-ground.ts';
import { create, ensure, expect, status } from '../../scenarios/requests.ts';
import { isReconciled } from '../../support/monitoring-stage.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resizing } from './resizing.ts';

/** An instance that is refused. */
interface Refused {
  /** Its component, where it is up before the tests. */
  component?: Omit<Component, 'name'>;
  /** Brings it to what is refused. */
  prepare?(stage: Resizing, name: string): Promise<unknown>;
  /** `100Gi` and its name when absent. */
  words?: string[];
  /** What is said below the first line. */
  said: string;
}

const claimOf = (name: string, ordinal = 0): string => `prometheus-${name}-db-prometheus-${name}-${ordinal}`;
const claimPath = (stage: Resizing, name: string, ordinal = 0): string =>
  stage.path('persistentvolumeclaims', claimOf(name, ordinal));
const request = (storage: string): object => ({ spec: { resources: { requests: { storage } } } });
const mark = (stage: Resizing, name: string, metadata: object) =>
  stage.patch(stage.path('prometheuses', name), { metadata });
const add = (stage: Resizing, component: Component): Promise<unknown> =>
  addComponent(stage.server.admin, stage.namespace, component);
const noTemplate = (why: string, name: string): string => `  no-claim-template: the Prometheus ${why}
    add a claim template first; the instance then starts with an empty volume
  claim-missing: there is no claim ${claimOf(name)}
    find out why (kubectl get pvc, kubectl describe pod); a replica that never started has no claim yet
`;
const gitops = (reason: string): string => `  gitops: ${reason}
    suspend its sync if it has one, run this with --accept gitops, commit the new size to its source (--values FILE), then resume the sync
`;
const managed = (source: string): string =>
  gitops(
    `${source} manages this Prometheus: a sync during the run reverts replicas, pause and template, and a sync after it the template`,
  );
const written = (manager: string, fields: string): string =>
  gitops(
    `field manager "${manager}" set ${fields} of this Prometheus and is not an interactive client: a controller reverts them during or after the run`,
  );
const ALL = 'replicas and the size in the claim template';

const OFFLINE_STORAGE = 'offline.storageclass.storage.k8s.io/requests.storage';

const refused: Record<string, Refused> = {
  paused: {
    component: { paused: true },
    prepare: (stage, name) => stage.waitFor(stage.path('prometheuses', name), isReconciled('True')),
    said: `  paused: the Prometheus is paused (spec.paused), but not by this tool: the operator ignores it
    ask who paused it, set spec.paused to false, then run this again
`,
  },
  fleeting: {
    component: { spec: { storage: { volumeClaimTemplate: null, emptyDir: {} } } },
    said: noTemplate('keeps its data in spec.storage.emptyDir, which does not outlive its pods', 'fleeting'),
  },
  ephemeral: {
    async prepare(stage, name) {
      const ephemeral = {
        volumeClaimTemplate: {
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      };
      await add(stage, { name, replicas: 1, spec: { storage: { volumeClaimTemplate: null, ephemeral } } });
      await stage.waitFor(stage.path('prometheuses', name), isReconciled('True'));
    },
    said: noTemplate(
      'keeps its data in spec.storage.ephemeral, which does not outlive its pods',
      'ephemeral',
    ),
  },
  none: {
    component: { spec: { storage: null } },
    said: noTemplate(
      'has no claim template with a size (spec.storage.volumeClaimTemplate): its data is already lost whenever its pods are deleted',
      'none',
    ),
  },
  fixed: {
    component: { storageClass: 'fixed' },
    said: `  not-expandable: StorageClass fixed of claim ${claimOf('fixed')} does not allow volume expansion
    if its driver supports it, set allowVolumeExpansion: true on the class; otherwise move the data to a new volume
`,
  },
  unbound: {
    async prepare(stage, name) {
      const provisioner = 'absent.test';
      const metadata = { name: provisioner };
      const storageClass = { kind: 'StorageClass', metadata, provisioner, allowVolumeExpansion: true };
      await ensure(stage.server.admin, '/apis/storage.k8s.io/v1/storageclasses', {
        ...storageClass,
        apiVersion: 'storage.k8s.io/v1',
      });
      await add(stage, { name, replicas: 1, storageClass: provisioner });
      await stage.waitFor(claimPath(stage, name), (claim) => claim !== undefined);
      await stage.waitFor(stage.path('prometheuses', name), isReconciled('True'));
    },
    said: `  claim-unbound: claim ${claimOf('unbound')} is not Bound
    find out why its volume was not provisioned (kubectl describe pvc), then run this again
`,
  },
  shrinking: {
    component: {},
    words: ['10Gi', 'shrinking'],
    said: `  template-shrinks: 10Gi is less than the size in the Prometheus's claim template (50Gi); claim ${claimOf('shrinking')} has 50Gi: volumes cannot shrink
    give a size of at least 50Gi
`,
  },
  bigger: {
    component: { replicas: 2 },
    async prepare(stage, name) {
      await stage.patch(claimPath(stage, name, 1), request('200Gi'));
      await stage.waitFor(
        claimPath(stage, name, 1),
        ({ status: { capacity, conditions = [] } }) =>
          capacity.storage === '200Gi' && conditions.length === 0,
      );
    },
    said: `  bigger-claim: volumes cannot shrink to 100Gi: claim ${claimOf('bigger', 1)} has 200Gi
    give a size of at least 200Gi; --accept bigger-claim leaves bigger claims as they are and grows the rest
`,
  },
  growing: {
    component: { storageClass: 'slow' },
    async prepare(stage, name) {
      await stage.patch(claimPath(stage, name), request('60Gi'));
      await stage.waitFor(
        claimPath(stage, name),
        ({ status }) => status.conditions?.length && status.allocatedResourceStatuses,
      );
    },
    said: `  resize-in-flight: claim ${claimOf('growing')} is already being resized to 60Gi (Resizing, ControllerResizeInProgress)
    wait until it is done (kubectl describe pvc), then run this again
`,
  },
  limited: {
    component: { replicas: 2, storageClass: 'offline' },
    async prepare({ server: { admin }, path }) {
      const hard = { [OFFLINE_STORAGE]: '150Gi' };
      const metadata = { name: 'storage' };
      const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard } };
      await create(admin, path('resourcequotas'), quota);
      // As a controller of quotas writes it.
      await status(admin, path('resourcequotas', 'storage'), { hard, used: { [OFFLINE_STORAGE]: '100Gi' } });
    },
    said: `  quota: ResourceQuota storage has 100Gi of 150Gi used for ${OFFLINE_STORAGE}, and growing to 100Gi needs more than the rest
    raise the quota, or give a smaller size
`,
  },
  unlabelled: {
    component: {},
    prepare: (stage, name) =>
      stage.patch(claimPath(stage, name), { metadata: { labels: { 'app.kubernetes.io/instance': null } } }),
    said: `  unlabelled-claim: claim ${claimOf('unlabelled')} has the name of a replica's claim, but not the labels of this instance (app.kubernetes.io/name=prometheus, app.kubernetes.io/instance=unlabelled)
    check whose it is; --accept unlabelled-claim resizes it anyway
`,
  },
  argocd: {
    component: {},
    prepare: (stage, name) =>
      mark(stage, name, {
        annotations: {
          'argocd.argoproj.io/tracking-id': `monitoring:monitoring.coreos.com/Prometheus:${stage.namespace}/${name}`,
        },
      }),
    said: managed('Argo CD application "monitoring"'),
  },
  'argocd-manager-only': {
    component: { manager: 'argocd-controller' },
    said: written('argocd-controller', ALL),
  },
  configsync: {
    component: { manager: 'configsync.gke.io' },
    said: written('configsync.gke.io', ALL),
  },
  'helm-by-another': {
    component: {
      manager: 'site-controller',
      annotations: { 'meta.helm.sh/release-name': 'monitoring' },
    },
    said: written('site-controller', ALL).replace(
      'field manager "site-controller"',
      'Helm release "monitoring" (field manager "site-controller")',
    ),
  },
  'replicas-by-another': {
    component: {},
    async prepare(stage, name) {
      const path = `${stage.path('prometheuses', name)}?fieldManager=autoscaler`;
      await expect(stage.server.admin, { method: 'PATCH', path, body: { spec: { replicas: 2 } } }, 200);
      await stage.waitFor(claimPath(stage, name, 1), (claim) => claim?.status.phase === 'Bound');
      await stage.waitFor(stage.path('prometheuses', name), isReconciled('True'));
    },
    said: written('autoscaler', 'replicas'),
  },
  flux: {
    component: {},
    prepare: (stage, name) =>
      mark(stage, name, {
        labels: {
          'helm.toolkit.fluxcd.io/name': 'monitoring',
          'helm.toolkit.fluxcd.io/namespace': 'flux-system',
        },
      }),
    said: managed('Flux HelmRelease "flux-system/monitoring"'),
  },
  'not-reconciled': {
    async prepare(stage, name) {
      await add(stage, { name, replicas: 1, storageClass: 'nowhere' });
      await stage.waitFor(stage.path('prometheuses', name), isReconciled('False'));
    },
    said: `  claim-missing: there is no claim ${claimOf('not-reconciled')}
    find out why (kubectl get pvc, kubectl describe pod); a replica that never started has no claim yet
  not-reconciled: the operator cannot reconcile the Prometheus: storage class "nowhere" does not exist
    check that prometheus-operator runs and what it logs, then run this again
`,
  },
  'replicas-given': {
    component: {},
    words: ['100Gi', 'replicas-given', '--replicas=2'],
    said: `  replicas-given: --replicas is 2, but the instance is running with 1
    omit --replicas
`,
  },
  stopped: {
    component: {},
    prepare: stopped,
    said: `  replicas-zero: it has 0 replicas, and no record of this tool says how many it had before
    if a manual resize was left unfinished, give the number of replicas to restore: --replicas N
`,
  },
  'stopped-online': {
    component: {},
    prepare: stopped,
    words: ['100Gi', 'stopped-online', '--replicas=1', '--mode=online'],
    said: `  replicas-given: it has 0 replicas, and --mode online starts no replicas: it would not restore 1
    run this with --mode offline
`,
  },
  'stopped-with-more': {
    component: {},
    prepare: stopped,
    words: ['100Gi', 'stopped-with-more', '--replicas=2'],
    said: `  claim-missing: there is no claim ${claimOf('stopped-with-more', 1)}
    find out why (kubectl get pvc, kubectl describe pod); a replica that never started has no claim yet
`,
  },
  leaving: {
    component: {},
    async prepare(stage, name) {
      await stage.remove(claimPath(stage, name));
      await stage.waitFor(claimPath(stage, name), ({ metadata }) => metadata.deletionTimestamp);
    },
    said: `  claim-deleting: claim ${claimOf('leaving')} is being deleted: its volume is lost as soon as its pod stops
    a deletion cannot be undone: back up its data while the pod still runs, then have the claim re-created
`,
  },
};

async function stopped(stage: Resizing, name: string): Promise<void> {
  await stage.patch(stage.path('prometheuses', name), { spec: { replicas: 0 } });
  await stage.waitFor(
    stage.path('statefulsets', `prometheus-${name}`),
    (set) => set?.spec.replicas === 0 && set.status.replicas === 0,
  );
  await stage.waitFor(stage.path('prometheuses', name), isReconciled('True'));
}

for (const kind of servers())
  describe(`refusals of kubectl monitoring resize-pvc on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      const components = Object.entries(refused).flatMap(([name, { component }]) =>
        component ? [{ replicas: 1, ...component, name }] : [],
      );
      stage = await openResizing(server, { components });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    for (const [name, { prepare, words = ['100Gi', name], said }] of Object.entries(refused))
      test(`refuses ${name}, and writes nothing`, async () => {
        await prepare?.(stage, name);
        const ran = await stage.resize([...words, '-y']);
        assert.equal(
          ran.stderr,
          `error: the volumes of Prometheus NS/${name} were not resized; nothing was changed\n${said}`,
        );
        assert.deepEqual({ ...ran, stderr: '' }, { code: 1, stdout: '', stderr: '', writes: [] });
        assert.deepEqual(await stage.records(), []);
      });

    test('--accept overrides one check, and hides no other', async () => {
      const flags = ['-y', '--dry-run=client', '-o', 'name'];
      for (const [name, guard] of [
        ['flux', 'gitops'],
        ['configsync', 'gitops'],
        ['unlabelled', 'unlabelled-claim'],
        ['bigger', 'bigger-claim'],
      ]) {
        const { code, stdout } = await stage.resize(['100Gi', name ?? '', '--accept', guard ?? '', ...flags]);
        assert.deepEqual({ code, stdout }, { code: 0, stdout: `prometheus.monitoring.coreos.com/${name}\n` });
      }
      const { code, stderr } = await stage.resize([
        '10Gi',
        'shrinking',
        '--accept',
        'bigger-claim',
        ...flags,
      ]);
      assert.equal(code, 1);
      assert.match(stderr, / {2}template-shrinks: /);
      assert.doesNotMatch(stderr, / {2}bigger-claim: /);
    });

    test('refuses without a pod of the operator, unless --accept operator-not-seen is given', async () => {
      const pod = stage.path('pods', 'prometheus-operator-0');
      await stage.remove(pod, { gracePeriodSeconds: 0 });
      await stage.waitFor(pod, (found) => found === undefined);
      const { code, stderr, writes } = await stage.resize(['100Gi', 'shrinking', '-y']);
      assert.deepEqual({ code, writes }, { code: 1, writes: [] });
      assert.equal(
        stderr,
        `error: the volumes of Prometheus NS/shrinking were not resized; nothing was changed
  operator-not-seen: no pod of prometheus-operator is ready in any namespace (by its usual labels)
    start it; if it runs under other labels, run this with --accept operator-not-seen
`,
      );
      const accepted = await stage.resize([
        ...['100Gi', 'shrinking', '--accept=operator-not-seen'],
        ...['--dry-run=server', '-o', 'name'],
      ]);
      assert.equal(accepted.code, 0, accepted.stderr);
      assert.deepEqual(accepted.writes, []);
    });
  });
