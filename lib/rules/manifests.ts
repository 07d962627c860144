import { parseDocuments } from '../input/yaml-documents.ts';
import { dataOf, rootsOf } from '../input/yaml-leaves.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';

/** A rule object of a file, as it is applied. */
export interface RuleManifest {
  apiVersion: string;
  kind: 'MetricsRule' | 'PrometheusRule';
  metadata: { name: string; namespace?: string } & Record<string, unknown>;
  spec: Record<string, unknown>;
}

/** The rule objects of a YAML or JSON file. @throws {YamlSyntaxError} */
export const manifestsIn = (text: string): RuleManifest[] =>
  parseDocuments(text)
    .documents.flatMap(({ contents }) => rootsOf(contents))
    .flatMap((root) => manifestOf(fieldsOf(dataOf(root)) ?? {}));

function manifestOf({ apiVersion, kind, metadata, spec }: Record<string, unknown>): RuleManifest[] {
  if (kind !== 'MetricsRule' && kind !== 'PrometheusRule') return [];
  const { name, namespace, ...rest } = fieldsOf(metadata) ?? {};
  // What the server sets is in manifests that were read from a cluster.
  for (const field of SET_BY_SERVER) delete rest[field];
  return [
    {
      apiVersion: textOf(apiVersion ?? ''),
      kind,
      metadata: {
        ...rest,
        name: textOf(name ?? ''),
        ...(namespace != null && { namespace: textOf(namespace) }),
      },
      spec: fieldsOf(spec) ?? {},
    },
  ];
}

const SET_BY_SERVER = [
  'creationTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
];
