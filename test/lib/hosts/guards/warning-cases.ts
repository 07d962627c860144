import { basename } from 'node:path/posix';
import { annotations, brokenHost, NEW, OLD, PAUSED, specImage } from '../../../support/records.ts';
import type { Cases } from './case.ts';
import { errorOf, redeploy, type World, world, write } from './world.ts';

const TRACKED = annotations({
  'argocd.argoproj.io/tracking-id': 'metal:metal3.io/BareMetalHost:metal/worker-0',
});
const APPLIED = annotations({
  'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(brokenHost()),
});
const SKIP = 'cluster.x-k8s.io/skip-remediation';
const SERVICE = 'httpd-http.images.svc.cluster.local';

const applyAgain = (its: World): void => void write(its, specImage(its.source));
const toNew = (its: World): void => {
  its.source = NEW;
};
const hasError = (its: World): boolean => errorOf(its) !== undefined;
const isWiped = ({ wiped }: World): boolean => wiped;

/** The harm of ignoring each warning. */
export const warningCases: Cases = {
  offline: {
    harm: 'the machine is off after the recovery',
    world: () => world({ spec: { online: false } }),
    isHarmed: ({ node }) => node?.poweredOn === false,
    heeded: { change: (its) => void write(its, { spec: { online: true } }) },
  },
  'pending-reboot': {
    harm: 'the machine is switched off and on after the recovery',
    world: () => world(annotations({ 'reboot.metal3.io': '' })),
    isHarmed: ({ events }) => events.includes('PowerOff'),
    heeded: { change: (its) => void write(its, annotations({ 'reboot.metal3.io': null })) },
  },
  'machine-health-check': {
    harm: 'the disk is wiped: the health check deletes the Machine, and its provider releases the host',
    world: () => world({}, { machine: machine({}) }),
    afterwards: (its) => {
      if (!(SKIP in (its.machine?.metadata.annotations ?? {}))) write(its, specImage(null));
    },
    isHarmed: isWiped,
    heeded: {
      change: (its) => {
        its.machine = machine({ [SKIP]: '' });
      },
    },
  },
  'last-applied': {
    harm: 'the disk is wiped as the old file is applied again',
    world: () => world(APPLIED),
    afterwards: applyAgain,
    isHarmed: isWiped,
    heeded: { change: toNew },
  },
  'gitops-sync': {
    harm: 'the disk is wiped as the source syncs again',
    world: () => world(TRACKED),
    options: { options: { accepted: new Set(['gitops']) } },
    afterwards: applyAgain,
    isHarmed: isWiped,
    heeded: { change: toNew },
  },
  'more-writers': {
    harm: 'the disk is wiped when another writer removes the pause between the status and the spec patch',
    world: () =>
      world({
        metadata: {
          managedFields: ['kubectl-edit', 'kubectl-patch'].map((manager) => ({
            manager,
            operation: 'Update',
            fieldsV1: { 'f:spec': { 'f:image': { 'f:url': {} } } },
          })),
        },
      }),
    options: {
      others: (its, patches) => {
        if (patches === 2) write(its, annotations({ [PAUSED]: null }));
      },
    },
    isHarmed: isWiped,
    heeded: { options: { order: 'safe' } },
  },
  'image-name': {
    harm: 'the next deployment installs another image than the one that was on the disk',
    world: () => world({}, { serves: () => true }),
    options: { options: { imageName: 'ubuntu' } },
    afterwards: redeploy,
    isHarmed: ({ disk = '' }) => basename(disk) !== basename(OLD.url),
    heeded: { options: { imageName: 'metal-std-ubuntu' } },
  },
  'image-unprobed': {
    harm: 'the error comes back, because nothing serves the image',
    world: () =>
      world(
        {},
        {
          serves: () => false,
          context: {
            cluster: undefined,
            probe: {
              image: { kind: 'unknown', reason: 'no pods are behind the service', hint: 'start some' },
            },
          },
        },
      ),
    isHarmed: hasError,
    heeded: {
      change: (its) => {
        its.serves = (url) => url === NEW.url;
      },
    },
  },
  'short-name': {
    harm: 'the error comes back, because Ironic does not resolve the name of a service of another namespace',
    world: () =>
      world(
        {},
        {
          serves: (url) => new URL(url).hostname === SERVICE,
          context: {
            cluster: undefined,
            probe: { image: { kind: 'served' }, service: { namespace: 'images', name: 'httpd-http' } },
          },
        },
      ),
    isHarmed: hasError,
    heeded: { options: { service: SERVICE } },
  },
};

/** A Machine of the cluster whose Machines a health check watches. */
const machine = (given: Record<string, string>): World['machine'] => ({
  apiVersion: 'cluster.x-k8s.io/v1beta1',
  kind: 'Machine',
  metadata: {
    namespace: 'metal',
    name: 'worker-0',
    labels: { 'cluster.x-k8s.io/cluster-name': 'prod' },
    annotations: given,
  },
});
