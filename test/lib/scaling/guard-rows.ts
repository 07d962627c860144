import { type ResizeRecord, recordData } from '../../../lib/volumes/record.ts';
import type { Scene } from './scene.ts';

/** A component, and the number that is asked for; 3 when absent. */
export interface Row extends Scene {
  what: string;
  to?: number;
}

interface Rows {
  holds: Row[];
  nearly: Row[];
}

const RESIZE: ResizeRecord = {
  ...{ goal: 'resize', uid: 'uid-0', resourceVersion: '7', size: '100Gi', mode: 'offline', retain: false },
  original: { replicas: 2, paused: null, size: '50Gi', policy: null, claims: {}, pods: {} },
  ...{ run: 'a', version: 'v1', started: '2026-01-01T00:00:00Z' },
};
const down = { to: 1 };
const fleeting = { target: { spec: { storage: null } } };
const FLUX = {
  'helm.toolkit.fluxcd.io/name': 'monitoring',
  'helm.toolkit.fluxcd.io/namespace': 'flux-system',
};
const helm = { metadata: { annotations: { 'meta.helm.sh/release-name': 'monitoring' } } };
const managed = (manager: string, field = 'f:replicas') => ({
  metadata: {
    managedFields: [{ manager, operation: 'Update', fieldsV1: { 'f:spec': { [field]: {} } } }],
  },
});
const additional = (name: string, value?: string) => ({
  spec: { additionalArgs: [{ name, ...(value !== undefined && { value }) }] },
});
const ownedBy = (kind: string) => ({
  metadata: { ownerReferences: [{ apiVersion: 'v1', kind, name: 'prometheus-k8s-1', uid: 'u' }] },
});
const record = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'record' }, data: {} };
const autoscaled = (kind: string, target: string) => ({
  context: { autoscalers: [{ name: 'more', kind, target }] },
});
const unreconciled = {
  status: { conditions: [{ type: 'Reconciled', status: 'False', message: 'bad rule' }] },
};

/** For each guard, what it holds for, and near misses. */
export const ROWS: Record<string, Rows> = {
  deleting: {
    holds: [
      { what: 'it is being deleted', target: { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } } },
    ],
    nearly: [{ what: 'it is not' }],
  },
  'ignored-by-operator': {
    holds: [{ what: 'the resource is paused', target: { spec: { paused: true } } }],
    nearly: [
      { what: 'paused is false', target: { spec: { paused: false } } },
      { what: 'a paused Deployment still scales', component: 'ui', target: { spec: { paused: true } } },
    ],
  },
  'number-overwritten': {
    holds: [{ what: 'another number is there after ours', written: true, target: managed('autoscaler') }],
    nearly: [
      { what: 'ours is there', written: true, to: 2 },
      { what: 'we have written nothing yet', target: managed('autoscaler') },
    ],
  },
  'no-replicas': {
    holds: (['metrics', 'alerts', 'ruler', 'ui', 'operator', 'cluster-state'] as const).map((component) => ({
      what: `0 of ${component}`,
      component,
      to: 0,
    })),
    nearly: [{ what: '1', to: 1 }],
  },
  'several-operators': {
    holds: [{ what: '2 operators', component: 'operator', replicas: 1, to: 2 }],
    nearly: [
      { what: '1 operator', component: 'operator', to: 1 },
      { what: '2 of another component', component: 'ui', to: 2 },
    ],
  },
  'unsharded-copies': {
    holds: [{ what: '2 without sharding', component: 'cluster-state', replicas: 1, to: 2 }],
    nearly: [
      { what: '2 with sharding', component: 'cluster-state', to: 2, context: { sharded: true } },
      { what: '1', component: 'cluster-state', to: 1 },
    ],
  },
  'persistent-ui': {
    holds: [
      {
        what: '2 on one claim',
        component: 'ui',
        replicas: 1,
        to: 2,
        context: { persistence: 'shared-claim' },
      },
      {
        what: '3 with claims of their own',
        component: 'ui',
        kind: 'StatefulSet',
        context: { persistence: 'own-claims' },
      },
    ],
    nearly: [
      { what: '1 with persistence', component: 'ui', to: 1, context: { persistence: 'shared-claim' } },
      { what: '2 without persistence', component: 'ui', to: 2 },
    ],
  },
  'no-alert-cluster': {
    holds: [
      {
        what: 'an empty listen address',
        component: 'alerts',
        target: additional('cluster.listen-address', ''),
      },
      {
        what: 'a listen address without a value',
        component: 'alerts',
        target: additional('cluster.listen-address'),
      },
      {
        what: 'a fixed address for all',
        component: 'alerts',
        target: { spec: { clusterAdvertiseAddress: '10.0.0.1:9094' } },
      },
      {
        what: 'the same as an argument',
        component: 'alerts',
        target: additional('cluster.advertise-address', '10.0.0.1:9094'),
      },
    ],
    nearly: [
      { what: 'one replica', component: 'alerts', to: 1, target: additional('cluster.listen-address', '') },
      {
        what: 'an address',
        component: 'alerts',
        target: additional('cluster.listen-address', '0.0.0.0:9094'),
      },
      {
        what: 'an address of each pod',
        component: 'alerts',
        target: additional('cluster.advertise-address', '$(POD_IP):9094'),
      },
      {
        what: 'the cluster mode of a single replica',
        component: 'alerts',
        target: { spec: { forceEnableClusterMode: false } },
      },
      { what: 'another component', target: additional('cluster.listen-address', '') },
    ],
  },
  'unfinished-resize': {
    holds: [
      { what: 'there is a record that cannot be read', record },
      { what: 'a resize is unfinished', record: { ...record, data: recordData(RESIZE) } },
      { what: 'an undo of one is', record: { ...record, data: recordData({ ...RESIZE, goal: 'undo' }) } },
    ],
    nearly: [{ what: 'there is none' }],
  },
  autoscaler: {
    holds: [
      { what: 'one scales the resource', ...autoscaled('Prometheus', 'k8s') },
      { what: 'one scales its StatefulSet', ...autoscaled('StatefulSet', 'prometheus-k8s') },
      { what: 'one scales the Deployment', component: 'ui', ...autoscaled('Deployment', 'ui') },
    ],
    nearly: [
      { what: 'one scales another resource', ...autoscaled('Prometheus', 'other') },
      { what: 'one scales another kind of that name', component: 'ui', ...autoscaled('StatefulSet', 'ui') },
      { what: 'none can be read', context: { autoscalers: undefined } },
    ],
  },
  'operator-absent': {
    holds: [{ what: 'no operator is ready', context: { operators: 0 } }],
    nearly: [
      { what: 'it is unknown', context: { operators: undefined } },
      { what: 'a Deployment needs none', component: 'ui', context: { operators: 0 } },
    ],
  },
  'operator-fails': {
    holds: [{ what: 'the operator cannot reconcile it', target: unreconciled }],
    nearly: [
      { what: 'it can' },
      { what: 'it has not seen the latest change yet', target: { metadata: { generation: 2 } } },
      { what: 'it says nothing', target: { status: null } },
    ],
  },
  'synced-replicas': {
    holds: [
      { what: 'Flux manages it', target: { metadata: { labels: FLUX } } },
      { what: 'a controller set replicas', component: 'ui', target: managed('configsync.gke.io') },
    ],
    nearly: [
      { what: 'a controller set another field', target: managed('configsync.gke.io', 'f:version') },
      { what: 'kubectl set replicas', target: managed('kubectl-edit') },
      { what: 'this tool set them', target: managed('kubectl-monitoring') },
      { what: 'Helm installed it, and syncs nothing', target: helm },
    ],
  },
  'scaled-retention-policy': {
    holds: [
      {
        what: 'whenScaled is Delete',
        ...down,
        target: { spec: { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } } },
      },
    ],
    nearly: [
      {
        what: 'only whenDeleted is',
        ...down,
        target: { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } } },
      },
      {
        what: 'no replica goes away',
        target: { spec: { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } } },
      },
      {
        what: 'they have no claims',
        ...down,
        claims: [],
        target: { spec: { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } } },
      },
    ],
  },
  'live-scaled-retention-policy': {
    holds: [
      {
        what: 'the live one is Delete',
        ...down,
        set: { spec: { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } } },
      },
      {
        what: 'that of a UI is',
        component: 'ui',
        kind: 'StatefulSet',
        ...down,
        target: { spec: { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } } },
      },
    ],
    nearly: [
      {
        what: 'it is Retain',
        ...down,
        set: { spec: { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Retain' } } },
      },
      {
        what: 'no replica goes away',
        set: { spec: { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } } },
      },
    ],
  },
  'claim-of-pod': {
    holds: [{ what: 'a claim of a replica that goes away belongs to a pod', ...down, claim: ownedBy('Pod') }],
    nearly: [
      { what: 'it belongs to the StatefulSet, which stays', ...down, claim: ownedBy('StatefulSet') },
      { what: 'no replica goes away', claim: ownedBy('Pod') },
      { what: 'it belongs to something else', ...down, claim: ownedBy('Backup') },
    ],
  },
  'claim-going': {
    holds: [
      {
        what: 'a claim waits for its pod to stop',
        ...down,
        claim: { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } },
      },
    ],
    nearly: [
      { what: 'its pod stays', to: 2, claim: { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } } },
    ],
  },
  'missing-rights': {
    holds: [
      {
        what: 'a right is missing',
        context: { denied: { what: ['patch prometheuses'], rule: '- verbs: [patch]' } },
      },
    ],
    nearly: [{ what: 'none is' }],
  },
  'full-servers': {
    holds: [{ what: 'a metrics server more' }],
    nearly: [
      { what: 'one less', ...down },
      { what: 'an alert manager more', component: 'alerts' },
    ],
  },
  'claims-stay': {
    holds: [{ what: 'a replica with a claim goes away', ...down }],
    nearly: [
      { what: 'one without', ...down, claims: [] },
      { what: 'none goes away' },
      { what: 'a claim that was left before', to: 2, claims: [0, 1, 2] },
    ],
  },
  'old-claims': {
    holds: [{ what: 'a claim of an earlier replica is there', claims: [0, 1, 2] }],
    nearly: [{ what: 'none is' }, { what: 'it is that of a later replica', claims: [0, 1, 5] }],
  },
  'silences-without-volume': {
    holds: [
      { what: 'a second one, without a volume', component: 'alerts', replicas: 1, to: 2, ...fleeting },
      { what: 'back to one', component: 'alerts', ...down, ...fleeting },
    ],
    nearly: [
      { what: 'with volumes', component: 'alerts', replicas: 1, to: 2 },
      { what: 'a third one learns from the others', component: 'alerts', ...fleeting },
      { what: 'none runs before', component: 'alerts', replicas: 0, to: 1, ...fleeting },
      { what: 'another component', replicas: 1, to: 2, ...fleeting },
    ],
  },
  'released-replicas': {
    holds: [{ what: 'Helm installed it', target: helm }],
    nearly: [
      { what: 'Flux manages it, which is refused', target: { metadata: { labels: FLUX } } },
      { what: 'a user did', target: managed('kubectl-create') },
    ],
  },
  'autoscalers-unreadable': {
    holds: [{ what: 'they may not be read', context: { autoscalers: undefined } }],
    nearly: [{ what: 'there is none' }],
  },
};
