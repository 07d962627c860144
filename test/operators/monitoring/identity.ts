import { type Claim, controlledBy, hashOf, type Pod, type Revision, type StatefulSet } from './objects.ts';

export const REVISION_LABEL = 'controller-revision-hash';

export const podName = (set: StatefulSet, ordinal: number): string => `${set.metadata.name}-${ordinal}`;

/** Name of the set that a pod's name belongs to, and its place in it; undefined for other names. */
export function placeOf(name: string): { set: string; ordinal: number } | undefined {
  const [, set, ordinal] = /^(.+)-(\d+)$/.exec(name) ?? [];
  return set === undefined ? undefined : { set, ordinal: Number(ordinal) };
}

/** The claims of a pod, as they are created: one of each template, named TEMPLATE-POD, with the selector's labels. */
export const claimsOf = (set: StatefulSet, ordinal: number): Claim[] =>
  (set.spec.volumeClaimTemplates ?? []).map(({ metadata, spec }) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      ...metadata,
      name: `${metadata.name}-${podName(set, ordinal)}`,
      namespace: set.metadata.namespace,
      labels: { ...metadata.labels, ...set.spec.selector.matchLabels },
    },
    spec,
  }));

/** The pod of an ordinal, as it is created. */
export function newPod(set: StatefulSet, ordinal: number): Pod {
  const { metadata, spec } = set.spec.template;
  const name = podName(set, ordinal);
  const templates = (set.spec.volumeClaimTemplates ?? []).map((template) => template.metadata.name);
  const others = ((spec.volumes ?? []) as { name: string }[]).filter(({ name }) => !templates.includes(name));
  const claimed = templates.map((template) => ({
    name: template,
    persistentVolumeClaim: { claimName: `${template}-${name}` },
  }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: set.metadata.namespace,
      labels: {
        ...metadata?.labels,
        [REVISION_LABEL]: revisionOf(set).metadata.name,
        'apps.kubernetes.io/pod-index': String(ordinal),
        'statefulset.kubernetes.io/pod-name': name,
      },
      annotations: { ...metadata?.annotations },
      ownerReferences: [controlledBy(set, 'apps/v1', 'StatefulSet')],
    },
    spec: {
      ...spec,
      hostname: name,
      subdomain: set.spec.serviceName,
      volumes: [...claimed, ...others],
    },
  };
}

/** The ControllerRevision of a set's pod template. Sets of one name and one template have revisions of one name. */
export function revisionOf(set: StatefulSet): Revision {
  const { template } = set.spec;
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: `${set.metadata.name}-${hashOf(template)}`,
      namespace: set.metadata.namespace,
      labels: { ...template.metadata?.labels },
      ownerReferences: [controlledBy(set, 'apps/v1', 'StatefulSet')],
    },
    data: { spec: { template: { ...template, $patch: 'replace' } } },
    revision: 1,
  };
}
