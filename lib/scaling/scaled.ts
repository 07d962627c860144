import {
  apiOf,
  COMPONENTS,
  type Component,
  instanceResource,
  type ResizableName,
} from '../objects/components.ts';
import { MONITORING_GROUP } from '../objects/names.ts';

/** The components that have a number of replicas (§8): resources of the operator, and the workloads beside them. */
export type ScalableName = ResizableName | WorkloadName;

export type WorkloadName = 'ui' | 'operator' | 'cluster-state';

/** What a user calls a component: its name here, or the program's own. */
export const SCALABLE_WORDS: Readonly<Record<string, ScalableName>> = {
  metrics: 'metrics',
  prometheus: 'metrics',
  alerts: 'alerts',
  alertmanager: 'alerts',
  ruler: 'ruler',
  'thanos-ruler': 'ruler',
  ui: 'ui',
  grafana: 'ui',
  operator: 'operator',
  'prometheus-operator': 'operator',
  'cluster-state': 'cluster-state',
  'kube-state-metrics': 'cluster-state',
};

/** The object whose `spec.replicas` is the number of replicas, by how the API serves it. */
export interface Scaled {
  component: ScalableName;
  /** `Prometheus`, `Deployment`. */
  kind: string;
  group: string;
  plural: string;
  /** `/apis/apps/v1`. */
  api: string;
  /** Only of a resource of the operator, which has a StatefulSet for each shard. */
  instance?: Component<ResizableName>;
}

export function instanceScaled(name: ResizableName): Scaled {
  const instance = COMPONENTS[name];
  const { kind, plural } = instance;
  return { component: name, kind, group: MONITORING_GROUP, plural, api: apiOf(instance), instance };
}

export const workloadScaled = (component: WorkloadName, kind: 'Deployment' | 'StatefulSet'): Scaled => ({
  component,
  kind,
  group: 'apps',
  plural: `${kind.toLowerCase()}s`,
  api: '/apis/apps/v1',
});

/** Whether a component is a resource of the operator. */
export const isInstance = (name: ScalableName): name is ResizableName => Object.hasOwn(COMPONENTS, name);

/** The path of the objects of this kind in a namespace, or of one of them. */
export const scaledPath = ({ api, plural }: Scaled, namespace: string, name?: string): string =>
  [`${api}/namespaces/${namespace}/${plural}`, name].filter((part) => part !== undefined).join('/');

/** As `-o name` prints it: `deployment.apps/grafana`. */
export const scaledResource = ({ kind, group, instance }: Scaled, name: string): string =>
  instance ? instanceResource(instance, name) : `${kind.toLowerCase()}.${group}/${name}`;

/** What does not happen while a component has no replicas. */
export const IDLE: Record<ScalableName, string> = {
  metrics: 'nothing is scraped, and no alert rule is evaluated',
  alerts: 'no notifications are sent',
  ruler: 'its rules are not evaluated',
  ui: 'there are no dashboards',
  operator: 'no change of a Prometheus, an Alertmanager or a rule takes effect',
  'cluster-state': 'there are no metrics of pods, nodes and workloads, and alerts on them stay silent',
};
