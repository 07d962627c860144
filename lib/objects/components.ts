import { MONITORING_GROUP } from './names.ts';

/** The components whose volumes can be resized: the metrics server, the alert manager and the ruler (§2.5, §8). */
export type ResizableName = 'metrics' | 'alerts' | 'ruler';

/** Those and the agent, which only scrapes and forwards. */
export type ComponentName = ResizableName | 'agent';

/** How the operator names what it creates from one kind of resource. */
export interface Component<Name extends ComponentName = ComponentName> {
  name: Name;
  kind: string;
  version: 'v1' | 'v1alpha1';
  plural: string;
  /** The value of `app.kubernetes.io/name` on pods and claims. */
  app: string;
  /** StatefulSets, and an agent's DaemonSet, are named `<prefix>-<instance>`. */
  prefix: string;
  /** The main container of its pods. */
  container: string;
  /** The suffix of a claim template's name, unless the resource names it. */
  volume: 'db' | 'data';
  /** How long it keeps data if its resource sets neither a time nor a size. Undefined if it deletes none by time. */
  retention: string | undefined;
  /** The name of its port, and of the service that selects all its pods. */
  service: string;
}

export const COMPONENTS: { [Name in ComponentName]: Component<Name> } = {
  metrics: named('metrics', 'Prometheus', 'prometheus', { plural: 'prometheuses' }),
  alerts: named('alerts', 'Alertmanager', 'alertmanager', { retention: '120h' }),
  ruler: named('ruler', 'ThanosRuler', 'thanos-ruler', { volume: 'data' }),
  agent: named('agent', 'PrometheusAgent', 'prometheus-agent', {
    version: 'v1alpha1',
    prefix: 'prom-agent',
    container: 'prometheus',
    retention: undefined,
  }),
};

/** A component whose names derive from its app, except those given. */
function named<Name extends ComponentName>(
  name: Name,
  kind: string,
  app: string,
  given: Partial<Omit<Component, 'name'>>,
): Component<Name> {
  return {
    name,
    kind,
    version: 'v1',
    plural: `${kind.toLowerCase()}s`,
    app,
    prefix: app,
    container: app,
    volume: 'db',
    retention: '24h',
    service: `${app}-operated`,
    ...given,
  };
}

/** Whether none of our commands can grow its volumes. */
export const growsByHand = (component: ComponentName | 'ui'): component is 'agent' | 'ui' =>
  component === 'agent' || component === 'ui';

/** `/apis/monitoring.coreos.com/v1`. */
export const apiOf = ({ version }: Component): string => `/apis/${MONITORING_GROUP}/${version}`;

/** The path of a component's resources in a namespace, or of the one named. */
export const instancesPath = (component: Component, namespace: string, name?: string): string =>
  [`${apiOf(component)}/namespaces/${namespace}/${component.plural}`, name]
    .filter((part) => part !== undefined)
    .join('/');

/** A resource as `-o name` prints it: `prometheus.monitoring.coreos.com/k8s`. */
export const instanceResource = ({ kind }: Component, name: string): string =>
  `${kind.toLowerCase()}.${MONITORING_GROUP}/${name}`;

/** The StatefulSets of an instance: one per shard, the first without a number. */
export const setNames = ({ prefix }: Component, name: string, shards: number): string[] =>
  Array.from({ length: shards }, (_, shard) => `${prefix}-${name}${shard === 0 ? '' : `-shard-${shard}`}`);

/** The labels that the operator sets on the pods of an instance. The StatefulSet controller copies them to the claims. */
export const instanceLabels = ({ app }: Component, name: string): Record<string, string> => ({
  'app.kubernetes.io/name': app,
  'app.kubernetes.io/instance': name,
});

export const claimName = (template: string, set: string, ordinal: number): string =>
  `${template}-${set}-${ordinal}`;
