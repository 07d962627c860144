import { RECORD_ANNOTATION } from '../../../../lib/objects/names.ts';
import {
  all,
  annotations,
  brokenHost,
  NEW,
  OLD,
  PAUSED,
  recorded,
  specImage,
  statusImage,
} from '../../../support/records.ts';
import { FLUX, IMAGE_URL, labelled, ONLINE, owned, type Row, type Rows, tracked } from './row.ts';

const PROVIDER = 'cluster-api-provider-metal3-manager';
const OURS = 'metal:metal3.io/BareMetalHost:metal/worker-0';
const broken: Row = { what: 'a broken host' };
const undoing = { goal: 'undo' } as const;
const helm = annotations({
  'meta.helm.sh/release-name': 'hosts',
  'meta.helm.sh/release-namespace': 'metal',
});
const applied = (image: object | null) =>
  annotations({
    'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(brokenHost({ spec: { image } })),
  });
const undone = specImage({ url: NEW.url });
const moved = all(specImage(NEW), statusImage(NEW));

const EARLIER = '2026-01-02T03:04:04Z';
const THEN = '2026-01-02T03:04:05Z';
const LATER = '2026-01-02T03:04:06Z';
/** A record that was written at THEN, and an image address by another writer. */
const writtenAt = (manager: string, time: string, fields: object = IMAGE_URL): object => ({
  metadata: {
    managedFields: [
      {
        manager: 'kubectl-bmh',
        operation: 'Update',
        time: THEN,
        fieldsV1: { 'f:metadata': { 'f:annotations': { [`f:${RECORD_ANNOTATION}`]: {} } } },
      },
      { manager, operation: 'Update', time, fieldsV1: fields },
    ],
  },
});

/** What the marks and the writers of a host say of a source that manages it. */
const managed: Row[] = [
  { what: 'an application of Argo CD', patch: tracked(OURS) },
  { what: "Argo CD's own label", patch: labelled({ 'argocd.argoproj.io/instance': 'metal' }) },
  {
    what: "Argo CD's older label, on what it has written",
    patch: all(labelled({ 'app.kubernetes.io/instance': 'metal' }), owned(ONLINE, 'argocd-controller')),
  },
  { what: 'a Kustomization of Flux', patch: FLUX },
  { what: 'a HelmRelease of Flux', patch: labelled({ 'helm.toolkit.fluxcd.io/name': 'hosts' }) },
  { what: 'a Helm release', patch: helm },
  ...[
    'argocd-controller',
    'argocd-application-controller',
    'kustomize-controller',
    'helm-controller',
    'helm',
    'fleetagent',
    ...['configsync.gke.io', 'kapp-controller', 'crossplane', 'kluctl', 'HashiCorp', 'Terraform', 'rancher'],
    ...[
      'work-agent',
      'before-first-apply',
      'unknown',
      'site-controller',
      'manager',
      '',
      'kubectl\n',
      'octopus',
    ],
    ...['x'.repeat(10_000), '\u001b[2J'],
  ].map((manager) => ({
    what: `the image written by ${JSON.stringify(manager.slice(0, 40))}`,
    patch: owned(IMAGE_URL, manager),
  })),
  {
    what: 'the image applied by a manager without a name',
    patch: { metadata: { managedFields: [{ operation: 'Apply', fieldsV1: IMAGE_URL }] } },
  },
  {
    what: 'an unknown manager besides kubectl',
    patch: owned(IMAGE_URL, 'kubectl', 'site-controller'),
  },
];
const notManaged: Row[] = [
  broken,
  { what: "another object's tracking id", patch: tracked('metal:metal3.io/BareMetalHost:metal/worker-1') },
  { what: "another kind's tracking id", patch: tracked('metal:apps/Deployment:metal/worker-0') },
  { what: "the older label, not Argo CD's", patch: labelled({ 'app.kubernetes.io/instance': 'metal' }) },
  { what: 'an empty mark', patch: labelled({ 'kustomize.toolkit.fluxcd.io/name': '' }) },
  { what: 'another field written by Argo CD', patch: owned(ONLINE, 'argocd-controller') },
  ...[
    ...[
      'kubectl',
      'kubectl-client-side-apply',
      'kubectl-edit',
      'kubectl-bmh',
      'kubectl.exe',
      'oc',
      'clusterctl',
    ],
    ...['k9s', 'k9s.exe', 'node-fetch', 'OpenLens', 'Freelens', 'Mozilla', PROVIDER, 'controllerName'],
  ].map((manager) => ({
    what: `the image written by ${manager}`,
    patch: owned(IMAGE_URL, manager),
  })),
  {
    what: 'the image written by CAPM3 under the name of every controller, beside the consumer',
    patch: owned({ 'f:spec': { 'f:consumerRef': {}, 'f:image': { 'f:url': {} } } }, 'manager'),
  },
  {
    what: 'a manager that writes through the status',
    patch: {
      metadata: {
        managedFields: [{ manager: 'site-controller', subresource: 'status', fieldsV1: IMAGE_URL }],
      },
    },
  },
  { what: 'another field written by an unknown manager', patch: owned(ONLINE, 'site-controller') },
];

/** What guards say of those who hold a host's image beside the record, and of its other writers. */
export const sourceRows: Rows = {
  gitops: {
    holds: [
      ...managed,
      {
        what: 'Flux, and a user has changed the image',
        patch: all(FLUX, owned(IMAGE_URL, 'kubectl-edit')),
      },
      {
        what: 'Flux, which holds what the provider filled in',
        patch: all(FLUX, owned(IMAGE_URL, PROVIDER, 'kustomize-controller')),
      },
      {
        what: 'Argo CD, which has applied what the provider filled in',
        patch: all(tracked(OURS), owned(IMAGE_URL, PROVIDER), applied(OLD)),
      },
      { what: 'a user, after the run', patch: all(recorded(), writtenAt('kubectl-edit', LATER)) },
      {
        what: 'a user, who restored the checksum',
        patch: all(
          recorded(),
          moved,
          specImage({ checksum: OLD.checksum }),
          writtenAt('kubectl-edit', LATER, { 'f:spec': { 'f:image': { 'f:checksum': {} } } }),
        ),
      },
    ],
    nearly: [
      ...notManaged,
      { what: 'a user, before the run', patch: all(recorded(), writtenAt('kubectl-edit', EARLIER)) },
      {
        what: 'a user, in the same second as the run',
        patch: all(recorded(), writtenAt('kubectl-edit', THEN)),
      },
      { what: 'a user, without a run', patch: writtenAt('kubectl-edit', LATER) },
      { what: 'this plugin alone', patch: all(recorded(), writtenAt('kubectl-bmh', LATER)) },
      {
        what: 'a user, who set the new address',
        patch: all(recorded(), moved, writtenAt('kubectl-edit', LATER)),
      },
      { what: 'a run that left no entry', patch: all(recorded(), owned(IMAGE_URL, 'kubectl-edit')) },
      {
        what: 'Flux, and the provider has filled the image in',
        patch: all(FLUX, owned(IMAGE_URL, PROVIDER)),
      },
      { what: 'Helm, with the new address already', patch: all(helm, moved) },
    ],
  },
  'gitops-sync': {
    holds: [
      ...managed,
      {
        what: 'Flux, and the provider has filled the image in',
        patch: all(FLUX, owned(IMAGE_URL, PROVIDER)),
      },
      { what: 'an undo', patch: all(FLUX, recorded(), undone), aim: undoing },
    ],
    nearly: [...notManaged, { what: 'an undo without a record', patch: FLUX, aim: undoing }],
  },
  'last-applied': {
    holds: [
      { what: 'the old address', patch: applied(OLD) },
      { what: 'the new address, at an undo', patch: all(applied(NEW), recorded(), undone), aim: undoing },
      {
        what: 'an apply on the server',
        patch: {
          metadata: { managedFields: [{ manager: 'kubectl', operation: 'Apply', fieldsV1: IMAGE_URL }] },
        },
      },
    ],
    nearly: [
      broken,
      { what: 'the new address', patch: applied(NEW) },
      { what: 'no image', patch: applied(null) },
      { what: 'nonsense', patch: annotations({ 'kubectl.kubernetes.io/last-applied-configuration': '{' }) },
      { what: 'the old address, at an undo', patch: all(applied(OLD), recorded(), undone), aim: undoing },
      { what: 'an update on the server', patch: owned(IMAGE_URL, 'kubectl') },
    ],
  },
  'more-writers': {
    holds: [
      { what: 'a source', patch: FLUX },
      { what: 'two managers of the image', patch: owned(IMAGE_URL, 'kubectl-edit', 'kubectl-patch') },
      { what: 'the pause of another user', patch: annotations({ [PAUSED]: 'true' }) },
    ],
    nearly: [
      broken,
      { what: 'the one who made the record', patch: owned(IMAGE_URL, 'kubectl-create') },
      { what: 'this tool beside that one', patch: owned(IMAGE_URL, 'kubectl-create', 'kubectl-bmh') },
      { what: 'a source, without the window', patch: FLUX, aim: { order: 'safe' } },
    ],
  },
};
