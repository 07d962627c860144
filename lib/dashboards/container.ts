import { fieldsOf, textOf } from '../objects/fields.ts';
import type { Naming } from '../objects/monitoring-names.ts';

/** The container of dashboards (§2.3): a ConfigMap or Secret that the sidecar of the UI finds by its label. */
export interface Container {
  kind: 'ConfigMap' | 'Secret';
  /** Undefined in a file that leaves it to the one who applies it. */
  namespace: string | undefined;
  name: string;
  labels: Record<string, unknown>;
  annotations: Record<string, unknown>;
  files: DashboardFile[];
}

/** One file of a container. */
export interface DashboardFile {
  /** Its name: `shop.json`. */
  key: string;
  /** Where it is in the container: `['data', 'shop.json']`. */
  path: string[];
  /** Its text, decoded; undefined where it is no text. */
  text: string | undefined;
}

/** The label that a sidecar looks for (§2.3), by whose names. */
export const DASHBOARD_LABELS = {
  platform: 'ui_dashboard',
  upstream: 'grafana_dashboard',
} as const satisfies Record<Naming, string>;

/** The value of the label, as a text: in YAML, 1 without quotes is a number, which the API server refuses. */
export const LABEL_VALUE = '1';

/** A ConfigMap or Secret as a container; undefined if it is neither. Whether it has the label is not asked. */
export function containerOf(value: unknown): Container | undefined {
  const { kind, apiVersion, metadata, ...rest } = fieldsOf(value) ?? {};
  if (apiVersion !== 'v1' || (kind !== 'ConfigMap' && kind !== 'Secret')) return undefined;
  const { name, namespace, labels, annotations } = fieldsOf(metadata) ?? {};
  return {
    kind,
    namespace: typeof namespace === 'string' ? namespace : undefined,
    name: textOf(name),
    labels: fieldsOf(labels) ?? {},
    annotations: fieldsOf(annotations) ?? {},
    files: filesOf(kind, rest),
  };
}

function filesOf(kind: Container['kind'], rest: Record<string, unknown>): DashboardFile[] {
  const fields =
    kind === 'Secret'
      ? [
          { field: 'data', read: decoded },
          { field: 'stringData', read: plain },
        ]
      : [
          { field: 'data', read: plain },
          { field: 'binaryData', read: decoded },
        ];
  return fields.flatMap(({ field, read }) =>
    Object.entries(fieldsOf(rest[field]) ?? {}).map(([key, value]) => ({
      key,
      path: [field, key],
      text: read(value),
    })),
  );
}

const plain = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function decoded(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'base64'));
  } catch {
    return undefined;
  }
}
