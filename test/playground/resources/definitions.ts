import type { Finding } from '../http/status.ts';
import { at, isFields, list, type Obj, text } from '../objects/model.ts';
import { anything, boolean, keyed, listOf, object, open, string, strings } from '../schema/shorthand.ts';
import type { Schema } from '../schema/types.ts';
import { plainColumns } from './columns.ts';
import { type Resource, storedVerbs } from './types.ts';

const names: Schema = object({
  plural: string,
  singular: string,
  shortNames: strings,
  kind: string,
  listKind: string,
  categories: strings,
});

/** The resource that defines resources. */
export const definitionResource: Resource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  singular: 'customresourcedefinition',
  kind: 'CustomResourceDefinition',
  listKind: 'CustomResourceDefinitionList',
  namespaced: false,
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  verbs: storedVerbs,
  subresources: ['status'],
  custom: false,
  counted: true,
  cleanup: 'customresourcecleanup.apiextensions.k8s.io',
  schema: object({
    spec: object({
      group: string,
      names,
      scope: string,
      preserveUnknownFields: boolean,
      conversion: anything,
      versions: listOf(open({ name: string, served: boolean, storage: boolean })),
    }),
    status: object({
      acceptedNames: names,
      storedVersions: strings,
      conditions: keyed(['type'], anything),
    }),
  }),
  blank: { metadata: {}, spec: { names: {} }, status: {} },
  columns: plainColumns,
  defaults({ spec }) {
    if (!isFields(spec)) return;
    spec.conversion ??= { strategy: 'None' };
    if (!isFields(spec.names)) return;
    spec.names.singular ||= text(spec.names, 'kind').toLowerCase();
    spec.names.listKind ||= `${text(spec.names, 'kind')}List`;
  },
  prepare(definition, old) {
    if (old !== undefined) return;
    const stored = list(definition, 'spec', 'versions').find((version) => at(version, 'storage') === true);
    definition.status = {
      conditions: null,
      acceptedNames: { plural: '', kind: '' },
      storedVersions: stored === undefined ? [] : [text(stored, 'name')],
    };
  },
  validate: definitionFindings,
};

function definitionFindings({ metadata, spec }: Obj): Finding[] {
  const findings: Finding[] = [];
  const expected = `${text(spec, 'names', 'plural')}.${text(spec, 'group')}`;
  if (metadata.name !== expected) {
    const detail = 'must be spec.names.plural+"."+spec.group';
    findings.push({ reason: 'FieldValueInvalid', field: 'metadata.name', value: metadata.name, detail });
  }
  for (const field of ['group', 'scope']) {
    if (text(spec, field) === '') findings.push({ reason: 'FieldValueRequired', field: `spec.${field}` });
  }
  for (const field of ['plural', 'singular', 'kind', 'listKind']) {
    if (text(spec, 'names', field) === '') {
      findings.push({ reason: 'FieldValueRequired', field: `spec.names.${field}` });
    }
  }
  const versions = list(spec, 'versions');
  if (versions.filter((version) => at(version, 'storage') === true).length !== 1) {
    const detail = 'must have exactly one version marked as storage version';
    const value = versions.length === 0 ? null : versions;
    findings.push({ reason: 'FieldValueInvalid', field: 'spec.versions', value, detail });
  }
  for (const [index, version] of versions.entries()) {
    if (isFields(at(version, 'schema', 'openAPIV3Schema'))) continue;
    findings.push({ reason: 'FieldValueRequired', field: `spec.versions[${index}].schema.openAPIV3Schema` });
  }
  return findings;
}
