import { fieldsOf, textOf } from './fields.ts';

/** The metadata of an object of a file, as it is applied. */
export type ManifestMetadata = { name: string; namespace?: string } & Record<string, unknown>;

/** Metadata without what the server or kubectl has set: manifests that were read from a cluster have that, too. */
export function manifestMetadata(metadata: unknown): ManifestMetadata {
  const { name, namespace, annotations, ...rest } = fieldsOf(metadata) ?? {};
  for (const field of SET_BY_SERVER) delete rest[field];
  const { [LAST_APPLIED]: lastApplied, ...others } = fieldsOf(annotations) ?? {};
  return {
    ...rest,
    ...(annotations !== undefined && { annotations: lastApplied === undefined ? annotations : others }),
    name: textOf(name ?? ''),
    ...(namespace != null && { namespace: textOf(namespace) }),
  };
}

const SET_BY_SERVER = [
  'creationTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
];

/** Where `kubectl apply` keeps the whole object, a Secret's content too. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
