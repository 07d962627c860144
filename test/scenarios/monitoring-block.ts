import { isReady, type Pod } from '../operators/monitoring/objects.ts';
import type { Endpoint } from '../support/server.ts';
import { waitForObject } from '../support/wait-for-object.ts';
import { create, status } from './requests.ts';

/** A part of the building block that is no resource of the operator's, as a scenario describes it: plain data. */
export interface BlockPart {
  kind: 'Deployment' | 'DaemonSet';
  name: string;
  image: string;
  /** 1 when absent; of a DaemonSet, its nodes. */
  replicas?: number;
  args?: string[];
  /** The claim that its pods mount, of 10Gi; it is made as well. */
  claim?: string;
  labels?: Record<string, string>;
}

/** The labels of what a HelmRelease of Flux manages. */
const MANAGED = {
  'app.kubernetes.io/managed-by': 'Helm',
  'helm.toolkit.fluxcd.io/name': 'monitoring',
  'helm.toolkit.fluxcd.io/namespace': 'flux-system',
};

/** Everything beside metrics server and alert manager, with the sizes of §8. The operator minds its namespace. */
export const usualParts = (namespace: string): BlockPart[] => [
  {
    kind: 'Deployment',
    name: 'prometheus-operator',
    image: 'prometheus-operator/prometheus-operator:v0.85.0',
    args: [`--namespaces=${namespace}`],
    labels: MANAGED,
  },
  {
    kind: 'DaemonSet',
    name: 'node-exporter',
    image: 'prometheus/node-exporter:v1.9.1',
    labels: MANAGED,
  },
  {
    kind: 'Deployment',
    name: 'kube-state-metrics',
    image: 'kube-state-metrics/kube-state-metrics:v2.16.0',
    labels: MANAGED,
  },
  { kind: 'Deployment', name: 'grafana', image: 'grafana/grafana:12.1.0', replicas: 2, labels: MANAGED },
];

/** Names of the pods of a part. */
const partPods = ({ name, replicas = 1 }: BlockPart): string[] =>
  Array.from({ length: replicas }, (_, index) => `${name}-${index}`);

/**
 * Makes a part and, as its controller would, its pods; resolves when these are ready and it says so. Something has to
 * schedule and run them.
 */
export async function addPart(admin: Endpoint, namespace: string, part: BlockPart): Promise<void> {
  await addWorkload(admin, namespace, part);
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  await Promise.all(
    partPods(part).map(async (name) => {
      const metadata = { name, namespace, labels: labelsOf(part) };
      await create(admin, pods, { apiVersion: 'v1', kind: 'Pod', metadata, spec: podSpec(part) });
      await waitForObject(admin, `${pods}/${name}`, (pod?: Pod) => pod !== undefined && isReady(pod));
    }),
  );
  await tellReady(admin, namespace, { part, ready: partPods(part).length });
}

/** Makes a part without its pods, and the claim that they would mount. */
export async function addWorkload(admin: Endpoint, namespace: string, part: BlockPart): Promise<void> {
  const { name, labels, claim } = part;
  if (claim !== undefined)
    await create(admin, `/api/v1/namespaces/${namespace}/persistentvolumeclaims`, claimObject(claim));
  await create(admin, `${partsPath(part, namespace)}?fieldManager=kubectl-create`, {
    apiVersion: 'apps/v1',
    kind: part.kind,
    metadata: { name, namespace, labels },
    spec: {
      ...(part.kind === 'Deployment' && { replicas: part.replicas ?? 1 }),
      selector: { matchLabels: labelsOf(part) },
      template: { metadata: { labels: labelsOf(part) }, spec: podSpec(part) },
    },
  });
}

/** Has a part say how many of its pods are ready, as its controller would. */
export async function tellReady(
  admin: Endpoint,
  namespace: string,
  { part, ready }: { part: BlockPart; ready: number },
): Promise<void> {
  const { kind, name, replicas = 1 } = part;
  await status(
    admin,
    `${partsPath(part, namespace)}/${name}`,
    kind === 'DaemonSet'
      ? { desiredNumberScheduled: replicas, currentNumberScheduled: replicas, numberReady: ready }
      : { replicas, readyReplicas: ready, availableReplicas: ready, updatedReplicas: replicas },
  );
}

const partsPath = ({ kind }: BlockPart, namespace: string): string =>
  `/apis/apps/v1/namespaces/${namespace}/${kind.toLowerCase()}s`;

const labelsOf = ({ name }: BlockPart): Record<string, string> => ({ 'app.kubernetes.io/name': name });

const podSpec = ({ name, image, args, claim }: BlockPart): object => ({
  containers: [{ name, image, ...(args && { args }) }],
  ...(claim !== undefined && {
    volumes: [{ name: 'storage', persistentVolumeClaim: { claimName: claim } }],
  }),
});

const claimObject = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'instant',
    resources: { requests: { storage: '10Gi' } },
  },
});
