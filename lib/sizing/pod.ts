import type { KubeObject } from '../kube/api/types.ts';
import { COMPONENTS, type ResizableName } from '../objects/components.ts';
import { installsIn } from '../versions/install.ts';
import { type Part as OwnPart, PARTS } from '../versions/monitoring.ts';

/** A pod as the API gives it, as far as its sizing goes. */
export interface PodObject extends KubeObject {
  spec?: {
    containers?: ContainerObject[];
    initContainers?: ContainerObject[];
    /** What the pod as a whole may ask for; it counts instead of its containers' sum. */
    resources?: ResourcesObject;
    /** What running the pod costs beside its containers. */
    overhead?: Quantities;
  };
  status?: { phase?: string };
}

export interface ContainerObject {
  name?: string;
  image?: string;
  /** `Always` of an init container: it is a sidecar that runs as long as the pod. */
  restartPolicy?: string;
  resources?: ResourcesObject;
}

export interface ResourcesObject {
  requests?: Quantities;
  limits?: Quantities;
}

/** Quantities by resource: `cpu`, `memory`. */
export type Quantities = Record<string, string>;

/** The operator's kinds that the document has rules for, or that count among them: an agent is none. */
const SCALED = [COMPONENTS.metrics, COMPONENTS.alerts, COMPONENTS.ruler];

/** A component of the document's scaling rules (§8). */
export type Part = ResizableName | OwnPart;

/**
 * Which part of the building block a pod is of, by its image or, of the operator's own pods, by its labels; undefined where it
 * is none of it.
 */
export function partOf(pod: PodObject): Part | undefined {
  const labels = pod.metadata.labels ?? {};
  if (labels['app.kubernetes.io/managed-by'] === 'prometheus-operator')
    return SCALED.find(({ app }) => app === labels['app.kubernetes.io/name'])?.name;
  const workload = { metadata: pod.metadata, spec: { template: pod } };
  return PARTS.find(([, software]) => installsIn(workload, 'Pod', [software]).length > 0)?.[0];
}

/** Whether a pod has come to its end, and takes nothing any more. */
export const isFinished = ({ status }: PodObject): boolean =>
  status?.phase === 'Succeeded' || status?.phase === 'Failed';
