/** The kinds of prometheus-operator that keep volumes, and what it derives from their names. */
export const COMPONENT_KINDS = {
  Prometheus: {
    plural: 'prometheuses',
    app: 'prometheus',
    prefix: 'prometheus',
    volume: 'db',
    service: 'prometheus-operated',
  },
  Alertmanager: {
    plural: 'alertmanagers',
    app: 'alertmanager',
    prefix: 'alertmanager',
    volume: 'db',
    service: 'alertmanager-operated',
  },
  ThanosRuler: {
    plural: 'thanosrulers',
    app: 'thanos-ruler',
    prefix: 'thanos-ruler',
    volume: 'data',
    service: 'thanos-ruler-operated',
  },
} as const;

export type ComponentKind = keyof typeof COMPONENT_KINDS;

/** Who writes as the operator, in `managedFields`. */
export const MANAGER = 'PrometheusOperator';

export const MONITORING_API = 'monitoring.coreos.com/v1';

/** `/apis/…/prometheuses[/NAME]` in a namespace. */
export const componentPath = (kind: ComponentKind, namespace: string, name?: string): string =>
  `/apis/${MONITORING_API}/namespaces/${namespace}/${COMPONENT_KINDS[kind].plural}${name ? `/${name}` : ''}`;

/** Name of a StatefulSet; only a Prometheus has shards. */
export const statefulSetName = (kind: ComponentKind, name: string, shard = 0): string =>
  `${COMPONENT_KINDS[kind].prefix}-${name}${shard === 0 ? '' : `-shard-${shard}`}`;

/** What a claim template is called where the resource does not say. All shards share the name. */
export const defaultTemplateName = (kind: ComponentKind, name: string): string =>
  `${COMPONENT_KINDS[kind].prefix}-${name}-${COMPONENT_KINDS[kind].volume}`;
