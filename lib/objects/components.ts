import { MONITORING_GROUP } from './names.ts';

/** The parts of the building block whose volumes are resized: the metrics server, the alert manager and the ruler (§2.5, §8). */
export type ResizableName = 'metrics' | 'alerts' | 'ruler';

/** Those, and the agent, which only scrapes and sends on. */
export type ComponentName = ResizableName | 'agent';

/** How the operator names what it makes of one kind of resource. */
export interface Component<Name extends ComponentName = ComponentName> {
  name: Name;
  kind: string;
  /** The version of the API that serves it. */
  version: 'v1' | 'v1alpha1';
  /** Its resources in the API: `prometheuses`. */
  plural: string;
  /** Value of `app.kubernetes.io/name` on pods and claims. */
  app: string;
  /** StatefulSets (and an agent's DaemonSet) are named `<prefix>-<instance>`. */
  prefix: string;
  /** Name of its pods' main container. */
  container: string;
  /** Ending of a claim template's name where the resource gives none. */
  volume: 'db' | 'data';
  /** How long it keeps data where its resource says neither a time nor a size; undefined where no such time deletes any. */
  retention: string | undefined;
  /** Name of its port, and of the service that leads to all its pods. */
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

/** A component whose names follow from that of its app, but for those given. */
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

/** Whether no command of ours grows its volumes. */
export const growsByHand = (component: ComponentName | 'ui'): component is 'agent' | 'ui' =>
  component === 'agent' || component === 'ui';

/** Where the API serves a component's resources: `/apis/monitoring.coreos.com/v1`. */
export const apiOf = ({ version }: Component): string => `/apis/${MONITORING_GROUP}/${version}`;

/** The path of a component's resources in a namespace, or of one of them. */
export const instancesPath = (component: Component, namespace: string, name?: string): string =>
  [`${apiOf(component)}/namespaces/${namespace}/${component.plural}`, name]
    .filter((part) => part !== undefined)
    .join('/');

/** A resource as `-o name` prints it: `prometheus.monitoring.coreos.com/k8s`. */
export const instanceResource = ({ kind }: Component, name: string): string =>
  `${kind.toLowerCase()}.${MONITORING_GROUP}/${name}`;

/** Names of the StatefulSets of an instance: one a shard, the first without a number. */
export const setNames = ({ prefix }: Component, name: string, shards: number): string[] =>
  Array.from({ length: shards }, (_, shard) => `${prefix}-${name}${shard === 0 ? '' : `-shard-${shard}`}`);

/** Labels that the operator gives the pods of an instance; the StatefulSet controller hands them on to the claims. */
export const instanceLabels = ({ app }: Component, name: string): Record<string, string> => ({
  'app.kubernetes.io/name': app,
  'app.kubernetes.io/instance': name,
});

/** Name of the claim of one replica. */
export const claimName = (template: string, set: string, ordinal: number): string =>
  `${template}-${set}-${ordinal}`;
