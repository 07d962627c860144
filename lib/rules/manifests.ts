import { parseDocuments } from '../input/yaml-documents.ts';
import { dataOf, rootsOf } from '../input/yaml-leaves.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { type ManifestMetadata, manifestMetadata } from '../objects/manifest-metadata.ts';

/** A rule object of a file, as it is applied. */
export interface RuleManifest {
  apiVersion: string;
  kind: 'MetricsRule' | 'PrometheusRule';
  metadata: ManifestMetadata;
  spec: Record<string, unknown>;
}

/** The rule objects of a YAML or JSON file. @throws {YamlSyntaxError} */
export const manifestsIn = (text: string): RuleManifest[] =>
  parseDocuments(text)
    .documents.flatMap(({ contents }) => rootsOf(contents))
    .flatMap((root) => manifestOf(fieldsOf(dataOf(root)) ?? {}));

function manifestOf({ apiVersion, kind, metadata, spec }: Record<string, unknown>): RuleManifest[] {
  if (kind !== 'MetricsRule' && kind !== 'PrometheusRule') return [];
  return [
    {
      apiVersion: textOf(apiVersion ?? ''),
      kind,
      metadata: manifestMetadata(metadata),
      spec: fieldsOf(spec) ?? {},
    },
  ];
}
