import { started } from '../world/recorded.ts';
import { NEW } from '../world/running.ts';
import { instanceOf, type World, write } from '../world/world.ts';
import { both, labelled, marked, type Rows, scaledDown, sized, spec, THREE, template } from './row.ts';

const reconciled =
  (condition: object): ((its: World) => void) =>
  (its) =>
    write(its, instanceOf(its), { status: { conditions: [{ type: 'Reconciled', ...condition }] } });

const FLUX = labelled({ 'kustomize.toolkit.fluxcd.io/name': 'monitoring-system' });
const HELM = marked({ 'meta.helm.sh/release-name': 'monitoring' });
const tracked = (id: string): object => marked({ 'argocd.argoproj.io/tracking-id': id });
const owns =
  (managers: string | string[], fieldsV1: object, how: object = {}) =>
  (its: World) =>
    write(its, instanceOf(its), {
      metadata: { managedFields: [managers].flat().map((manager) => ({ manager, fieldsV1, ...how })) },
    });
/** An undo of a run that raises retentionSize, and the record of that run. */
const UNDO = { goal: 'undo', retentionSize: '80GB' } as const;
const raising = started({ retentionSize: '80GB', original: { retentionSize: '40GB' } });
const storage = (fields: object): object => ({
  'f:spec': { 'f:storage': { 'f:volumeClaimTemplate': { 'f:spec': fields } } },
});
const SIZE = storage({ 'f:resources': { 'f:requests': { 'f:storage': {} } } });
const field = (name: string): object => ({ 'f:spec': { [`f:${name}`]: {} } });
const POLICY = field('persistentVolumeClaimRetentionPolicy');
/** Names that no list of products has. */
const UNKNOWN = [
  ...['configsync.gke.io', 'kapp-controller', 'crossplane', 'kluctl', 'Terraform', 'rancher', 'work-agent'],
  ...['operator', 'manager', 'site-controller', 'helm-controller', 'kubectl\n', '', 'x'.repeat(10_000)],
];
const BY_HAND = [
  ...['kubectl', 'kubectl-client-side-apply', 'kubectl-edit', 'kubectl-monitoring', 'kubectl.exe', 'oc'],
  ...['k9s', 'node-fetch', 'OpenLens', 'Freelens', 'Mozilla'],
];

/** Rows of the guards that look at the resource and at what is around it. */
export const instanceRows: Rows = {
  'no-claim-template': {
    holds: [
      { what: 'emptyDir', from: { spec: { storage: { volumeClaimTemplate: null, emptyDir: {} } } } },
      { what: 'emptyDir beside a template', since: spec({ storage: { emptyDir: { sizeLimit: '1Gi' } } }) },
      { what: 'ephemeral', since: spec({ storage: { ephemeral: {} } }) },
      { what: 'no storage', since: spec({ storage: null }) },
      { what: 'a template without a size', since: spec(template(null)) },
    ],
    nearly: [
      { what: 'a template' },
      { what: 'one whose size is a number', since: spec(template(53687091200)) },
    ],
  },
  'replicas-zero': {
    holds: [{ what: 'at 0, and without the number it had', since: spec({ replicas: 0 }) }],
    nearly: [
      { what: 'at 0, and another user does', since: spec({ replicas: 0 }), known: { given: 2 } },
      { what: 'replicas left to the operator', since: spec({ replicas: null }) },
    ],
  },
  'replicas-given': {
    holds: [
      { what: 'for one that runs', known: { given: 2 } },
      { what: 'for one that runs by default', since: spec({ replicas: null }), known: { given: 1 } },
      {
        what: 'for the order that starts nothing',
        since: spec({ replicas: 0 }),
        known: { given: 2 },
        target: { mode: 'online' },
      },
    ],
    nearly: [
      { what: 'for one at 0', since: spec({ replicas: 0 }), known: { given: 2 } },
      {
        what: 'to stay at 0',
        since: spec({ replicas: 0 }),
        known: { given: 0 },
        target: { mode: 'online' },
      },
      { what: 'not at all' },
    ],
  },
  'template-shrinks': {
    holds: [
      { what: 'smaller', target: { size: '40Gi' } },
      { what: 'smaller by a byte', target: { size: '53687091199' } },
    ],
    nearly: [
      { what: 'the same', target: { size: '50Gi' } },
      { what: 'bigger' },
      { what: 'no template', since: spec({ storage: null }) },
    ],
  },
  'not-reconciled': {
    holds: [
      {
        what: 'it failed',
        since: reconciled({ status: 'False', observedGeneration: 1, message: 'no such class' }),
      },
      {
        what: 'it failed and does not say why',
        since: reconciled({ status: 'False', observedGeneration: 1 }),
      },
      {
        what: 'it has not seen the last change',
        since: (its) => {
          reconciled({ status: 'True', observedGeneration: 1 })(its);
          spec({ replicas: 3 })(its);
        },
      },
    ],
    nearly: [
      { what: 'it has', since: reconciled({ status: 'True', observedGeneration: 1 }) },
      { what: 'it says nothing' },
    ],
  },
  'operator-not-seen': {
    holds: [{ what: 'none is ready', given: { context: { operators: 0 } } }],
    nearly: [
      { what: 'one is' },
      { what: 'pods may not be read', given: { context: { operators: undefined } } },
    ],
  },
  gitops: {
    holds: [
      { what: 'Flux', from: FLUX },
      { what: 'Argo CD', from: tracked('apps:monitoring.coreos.com/Prometheus:monitoring-system/k8s') },
      ...['argocd-controller', ...UNKNOWN].map((name) => ({
        what: `the size written by ${JSON.stringify(name.slice(0, 40))}`,
        since: owns(name, SIZE),
      })),
      { what: 'the replicas written by an unknown manager', since: owns('x', field('replicas')) },
      { what: 'the pause', since: owns('x', field('paused')), target: { mode: 'online' } },
      {
        what: 'retentionSize, which is to be raised',
        since: owns('x', field('retentionSize')),
        target: { retentionSize: '80GB' },
      },
      {
        what: 'the retention policy, which is to be held',
        since: owns('x', POLICY),
        target: { retain: true },
      },
      { what: 'an unknown manager beside kubectl', since: owns(['kubectl', 'x'], SIZE) },
      { what: 'one beside Helm', from: HELM, since: owns(['helm', 'x'], SIZE) },
      { what: 'one that applies on the server', since: owns('x', SIZE, { operation: 'Apply' }) },
    ],
    nearly: [
      { what: 'no manager' },
      ...BY_HAND.map((name) => ({ what: `the size written by ${name}`, since: owns(name, SIZE) })),
      { what: 'the operator itself', since: owns('PrometheusOperator', SIZE) },
      ...['helm', 'helm3', 'helm.exe'].map((name) => ({
        what: `${name}, which syncs nothing by itself`,
        since: owns(name, SIZE),
      })),
      { what: 'retentionSize, which stays as it is', since: owns('x', field('retentionSize')) },
      { what: 'the retention policy, which stays as it is', since: owns('x', POLICY) },
      { what: 'another field of the template', since: owns('x', storage({ 'f:storageClassName': {} })) },
      { what: 'the status alone', since: owns('x', SIZE, { subresource: 'status' }) },
      { what: 'Helm, which syncs nothing by itself', from: HELM },
      { what: 'a mark copied from another', from: tracked('apps:apps/Deployment:monitoring-system/k8s') },
      {
        what: 'an owner of another field',
        since: owns('argocd-controller', { 'f:spec': { 'f:image': {} } }),
      },
    ],
  },
  outage: {
    holds: [
      { what: 'both template and claims are due' },
      { what: 'claims alone', since: sized('50Gi'), from: { spec: template(NEW) } },
      { what: 'a class that cannot', given: { context: { classes: undefined } } },
    ],
    nearly: [
      { what: 'the order that stops nothing', target: { mode: 'online' } },
      { what: 'an undo', target: { goal: 'undo' } },
      { what: 'nothing is due', from: { spec: template(NEW) } },
      { what: 'it stands still already', since: spec({ replicas: 0 }), known: { given: 2 } },
    ],
  },
  'retention-size-stays': {
    holds: [
      { what: 'a share of the volume', since: spec({ retentionSize: '40GB' }) },
      { what: 'more than 85 % of it', since: spec({ retentionSize: '49GB' }) },
    ],
    nearly: [
      {
        what: 'it is to be raised',
        since: spec({ retentionSize: '40GB' }),
        target: { retentionSize: '80GB' },
      },
      { what: 'no limit' },
      { what: 'a limit of none', since: spec({ retentionSize: '0' }) },
      { what: 'more than the new volume', since: spec({ retentionSize: '200GB' }) },
      { what: 'an undo', since: spec({ retentionSize: '40GB' }), target: { goal: 'undo' } },
    ],
  },
  'retention-size-returns': {
    holds: [{ what: 'raised already', since: both(raising, spec({ retentionSize: '80GB' })), target: UNDO }],
    nearly: [
      { what: 'not raised yet', since: both(spec({ retentionSize: '40GB' }), raising), target: UNDO },
      {
        what: 'set by another user since',
        since: both(raising, spec({ retentionSize: '70GB' })),
        target: UNDO,
      },
      {
        what: 'a resize',
        since: both(raising, spec({ retentionSize: '80GB' })),
        target: { retentionSize: '80GB' },
      },
    ],
  },
  'orphaned-claims': {
    holds: [{ what: 'of a replica that was scaled away', from: THREE, since: scaledDown }],
    nearly: [
      { what: 'asked for', from: THREE, since: scaledDown, target: { includeOrphaned: true } },
      { what: 'none' },
      { what: 'of another instance', from: THREE, since: others },
    ],
  },
  'policy-comes-back': {
    holds: [
      {
        what: 'Delete, and Retain for the time of the run',
        from: { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } } },
        target: { retain: true },
      },
    ],
    nearly: [
      {
        what: 'Delete, which refuses',
        from: { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } } },
      },
      { what: 'Retain anyway', target: { retain: true } },
      {
        what: 'an undo, which leaves it to a resize',
        from: { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } } },
        target: { retain: true, goal: 'undo' },
      },
    ],
  },
  helm: {
    holds: [
      { what: 'a release', from: HELM },
      ...['helm', 'helm3', 'helm.exe'].map((name) => ({
        what: `as ${name} it was written`,
        since: owns(name, SIZE),
      })),
      { what: 'a release that another user edited', from: HELM, since: owns(['helm', 'kubectl-edit'], SIZE) },
    ],
    nearly: [
      { what: 'no manager' },
      { what: 'Flux, which a guard is for', from: FLUX },
      { what: 'a release beside an unknown manager', from: HELM, since: owns('x', SIZE) },
      { what: 'an unknown manager', since: owns('x', SIZE) },
    ],
  },
  'classes-unreadable': {
    holds: [{ what: 'they are', given: { context: { classes: undefined } } }],
    nearly: [{ what: 'there are none', given: { context: { classes: [] } } }],
  },
};

function others(its: World): void {
  scaledDown(its);
  for (const one of its.claims.slice(2)) one.metadata.labels = { 'app.kubernetes.io/instance': 'other' };
}
