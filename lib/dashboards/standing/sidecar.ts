import type { KubeObject } from '../../kube/api/types.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { imageReference, itemsOf } from '../../versions/install.ts';
import type { Container } from '../container.ts';

/** The object that runs a dashboard UI. */
export interface Workload {
  kind: 'Deployment' | 'StatefulSet';
  namespace: string;
  name: string;
}

/** A container beside the dashboard UI that writes the files of ConfigMaps and Secrets to where the UI reads them (§2.3). */
export interface Sidecar {
  workload: Workload;
  /** Its name in the pod: `grafana-sc-dashboard`. */
  container: string;
  /** The label that it looks for. */
  label: string;
  /** Undefined: any value. */
  labelValue: string | undefined;
  /** The namespaces that it searches, as they are written. */
  namespaces: readonly string[] | 'all';
  kinds: readonly Container['kind'][];
  /** The only objects that it reads, whatever their labels, as they are written: `configmap/shop`; empty: all. */
  only: readonly string[];
  /** Where it writes files, without a slash at the end. */
  folder: string;
  /** The annotation of a container that names another folder. */
  folderAnnotation: string;
  /** Whether it puts the namespace and the name of the container before the name of a file. */
  hasUniqueNames: boolean;
  /** `watch` all the time, `poll` every minute or so, or `once` when it starts. */
  method: 'watch' | 'poll' | 'once';
  /** Whether its log leaves out what it writes: LOG_LEVEL is above INFO. */
  isQuiet: boolean;
  /** The service account that it reads as, of the namespace of its workload. */
  account: string;
  /** Variables whose value is not in the pod template: what they decide is unknown. */
  unresolved: readonly Variable[];
}

/** A variable that decides what a sidecar finds and where it writes. */
export type Variable = (typeof DECIDING)[number];

const DECIDING = [
  'LABEL',
  'LABEL_VALUE',
  'NAMESPACE',
  'RESOURCE',
  'RESOURCE_NAME',
  'FOLDER',
  'FOLDER_ANNOTATION',
  'UNIQUE_FILENAMES',
  'METHOD',
] as const;

/** The sidecars for dashboards in the pod template of a workload; those for data sources, plugins and alerts are others. */
export function sidecarsIn(kind: Workload['kind'], object: KubeObject): Sidecar[] {
  const { name, namespace = '' } = object.metadata;
  const template = fieldsOf(fieldsOf(fieldsOf(object)?.spec)?.template);
  const spec = fieldsOf(template?.spec) ?? {};
  const containers = [
    ...itemsOf(spec.containers),
    ...itemsOf(spec.initContainers).filter(({ restartPolicy }) => restartPolicy === 'Always'),
  ];
  return containers.flatMap((container): Sidecar[] => {
    const { values, unresolved } = variablesOf(container);
    if (!isDashboardSidecar(container, values)) return [];
    return [
      {
        workload: { kind, namespace, name },
        container: textOf(container.name),
        label: values.get('LABEL') ?? '',
        labelValue: values.get('LABEL_VALUE') || undefined,
        namespaces: searchedIn(values.get('NAMESPACE') ?? namespace),
        kinds: KINDS[values.get('RESOURCE') ?? 'configmap'] ?? [],
        only: (values.get('RESOURCE_NAME') ?? '').split(',').filter((one) => one !== ''),
        folder: (values.get('FOLDER') ?? '').replace(/\/+$/, ''),
        folderAnnotation: values.get('FOLDER_ANNOTATION') ?? 'k8s-sidecar-target-directory',
        hasUniqueNames: values.get('UNIQUE_FILENAMES')?.toLowerCase() === 'true',
        method: METHODS[values.get('METHOD') ?? ''] ?? 'watch',
        isQuiet: /^(warn|warning|error|critical|fatal)$/i.test(values.get('LOG_LEVEL') ?? ''),
        account: textOf(spec.serviceAccountName || 'default'),
        unresolved,
      },
    ];
  });
}

const KINDS: Record<string, Container['kind'][]> = {
  configmap: ['ConfigMap'],
  secret: ['Secret'],
  both: ['ConfigMap', 'Secret'],
};

const METHODS: Record<string, Sidecar['method']> = { LIST: 'once', SLEEP: 'poll' };

/** The sidecar takes each part as it is, spaces as well. */
function searchedIn(value: string): Sidecar['namespaces'] {
  const parts = value.split(',');
  return parts.includes('ALL') ? 'all' : parts;
}

/**
 * By its image, or by its name where a registry has the image under another one. The sidecars of one UI differ in what they are
 * about, which their name, label, folder or the address of the reload says.
 */
function isDashboardSidecar(
  { name, image }: Record<string, unknown>,
  values: ReadonlyMap<string, string>,
): boolean {
  const isSidecar =
    /(^|-)k8s-sidecar$/.test(imageReference(textOf(image)).name) || SIDECAR_NAME.test(textOf(name));
  if (!isSidecar && !(values.has('LABEL') && values.has('FOLDER'))) return false;
  const about = [textOf(name), ...['LABEL', 'FOLDER', 'REQ_URL'].map((key) => values.get(key) ?? '')];
  return about.some((text) => /dashboard/i.test(text)) && !about.some((text) => OTHERS.test(text));
}

const SIDECAR_NAME = /(^|-)sc-dashboards?$/;
const OTHERS = /datasource|notifier|plugin|alerting|sc-alerts/i;

interface Variables {
  values: ReadonlyMap<string, string>;
  unresolved: Variable[];
}

function variablesOf({ env, envFrom }: Record<string, unknown>): Variables {
  const values = new Map<string, string>();
  const elsewhere = new Set<string>();
  for (const { name, value, valueFrom } of itemsOf(env)) {
    const key = textOf(name);
    const text = textOf(value ?? '');
    const isOwnNamespace =
      key === 'NAMESPACE' && fieldsOf(fieldsOf(valueFrom)?.fieldRef)?.fieldPath === 'metadata.namespace';
    // Of two with one name, the last one counts.
    values.delete(key);
    elsewhere.delete(key);
    if (isOwnNamespace) continue;
    if (valueFrom !== undefined || text.includes('$(')) elsewhere.add(key);
    else values.set(key, text);
  }
  const isOpen = itemsOf(envFrom).length > 0;
  const unresolved = DECIDING.filter(
    (key) => elsewhere.has(key) || (isOpen && key === 'LABEL' && !values.has(key)),
  );
  return { values, unresolved };
}
