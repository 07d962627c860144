import { MONITORING_GROUP, MONITORING_VERSION } from '../names.ts';

/** Which part of the building block: the metrics server, the alert manager or the ruler (§2.5, §8). */
export type ComponentName = 'metrics' | 'alerts' | 'ruler';

/** How the operator names what it makes of one kind of resource. */
export interface Component {
  name: ComponentName;
  kind: string;
  /** Its resources in the API: `prometheuses`. */
  plural: string;
  /** Value of `app.kubernetes.io/name` on pods and claims; StatefulSets are named `<app>-<instance>`. */
  app: string;
  /** Ending of a claim template's name where the resource gives none. */
  volume: 'db' | 'data';
  /** How long it keeps data where its resource says neither a time nor a size. */
  retention: string;
  /** Name of its port, and of the service that leads to all its pods. */
  service: string;
}

export const COMPONENTS: Record<ComponentName, Component> = {
  metrics: {
    name: 'metrics',
    kind: 'Prometheus',
    plural: 'prometheuses',
    app: 'prometheus',
    volume: 'db',
    retention: '24h',
    service: 'prometheus-operated',
  },
  alerts: {
    name: 'alerts',
    kind: 'Alertmanager',
    plural: 'alertmanagers',
    app: 'alertmanager',
    volume: 'db',
    retention: '120h',
    service: 'alertmanager-operated',
  },
  ruler: {
    name: 'ruler',
    kind: 'ThanosRuler',
    plural: 'thanosrulers',
    app: 'thanos-ruler',
    volume: 'data',
    retention: '24h',
    service: 'thanos-ruler-operated',
  },
};

/** The path of a component's resources in a namespace, or of one of them. */
export const instancesPath = ({ plural }: Component, namespace: string, name?: string): string =>
  [`/apis/${MONITORING_GROUP}/${MONITORING_VERSION}/namespaces/${namespace}/${plural}`, name]
    .filter((part) => part !== undefined)
    .join('/');

/** A resource as `-o name` prints it: `prometheus.monitoring.coreos.com/k8s`. */
export const instanceResource = ({ kind }: Component, name: string): string =>
  `${kind.toLowerCase()}.${MONITORING_GROUP}/${name}`;

/** Names of the StatefulSets of an instance: one a shard, the first without a number. */
export const setNames = ({ app }: Component, name: string, shards: number): string[] =>
  Array.from({ length: shards }, (_, shard) => `${app}-${name}${shard === 0 ? '' : `-shard-${shard}`}`);

/** Labels that the operator gives the pods of an instance; the StatefulSet controller hands them on to the claims. */
export const instanceLabels = ({ app }: Component, name: string): Record<string, string> => ({
  'app.kubernetes.io/name': app,
  'app.kubernetes.io/instance': name,
});

/** Name of the claim of one replica. */
export const claimName = (template: string, set: string, ordinal: number): string =>
  `${template}-${set}-${ordinal}`;
