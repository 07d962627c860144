import { at, type Fields, isFields, list, type Obj, text } from '../objects/model.ts';
import { age } from '../read/age.ts';
import { jsonPath } from '../read/json-path.ts';
import type { Schema } from '../schema/types.ts';
import { nameColumn } from './columns.ts';
import { type Column, type Resource, type Scaling, storedVerbs } from './types.ts';

/** What a definition defines: one resource for each version that it serves. */
export function definedResources(definition: Obj): Resource[] {
  const { spec, status } = definition;
  const versions = list(spec, 'versions').filter(isFields);
  const storedVersion = text(
    versions.find(({ storage }) => storage === true),
    'name',
  );
  return versions
    .filter(({ served }) => served === true)
    .map((version): Resource => {
      const { kind, plural } = at(status, 'acceptedNames') as { kind: string; plural: string };
      const shortNames = list(status, 'acceptedNames', 'shortNames') as string[];
      const categories = list(status, 'acceptedNames', 'categories') as string[];
      const deprecated = at(version, 'deprecated') === true;
      const gvk = `${text(spec, 'group')}/${text(version, 'name')} ${kind}`;
      return {
        group: text(spec, 'group'),
        version: text(version, 'name'),
        storedVersion,
        plural,
        singular: text(status, 'acceptedNames', 'singular'),
        kind,
        listKind: text(status, 'acceptedNames', 'listKind'),
        namespaced: text(spec, 'scope') === 'Namespaced',
        ...(shortNames.length > 0 && { shortNames }),
        ...(categories.length > 0 && { categories }),
        verbs: storedVerbs,
        subresources: isFields(at(version, 'subresources', 'status')) ? ['status'] : [],
        ...scaled(at(version, 'subresources', 'scale')),
        custom: true,
        appliable: true,
        counted: true,
        schema: (at(version, 'schema', 'openAPIV3Schema') ?? {}) as Schema,
        columns: columnsOf(list(version, 'additionalPrinterColumns').filter(isFields)),
        selectableFields: list(version, 'selectableFields').map((field) => text(field, 'jsonPath').slice(1)),
        ...(deprecated && { deprecation: text(version, 'deprecationWarning') || `${gvk} is deprecated` }),
      };
    });
}

/** Where a definition says that the subresource `scale` finds its counts. */
function scaled(told: unknown): { scale: Scaling } | undefined {
  if (!isFields(told)) return undefined;
  const path = (field: string) => text(told, field).split('.').slice(1);
  const selector = path('labelSelectorPath');
  return {
    scale: {
      wanted: path('specReplicasPath'),
      present: path('statusReplicasPath'),
      selector: (object) => (selector.length === 0 ? '' : text(object, ...selector)),
    },
  };
}

const ageColumn: Fields = {
  name: 'Age',
  type: 'date',
  description: 'How long ago the object was made.',
  jsonPath: '.metadata.creationTimestamp',
};

const columnsOf = (columns: Fields[]): Column[] => [
  nameColumn,
  ...(columns.length === 0 ? [ageColumn] : columns).map((column): Column => {
    const path = text(column, 'jsonPath');
    const type = text(column, 'type');
    const find = jsonPath(path);
    return {
      name: text(column, 'name'),
      type,
      format: text(column, 'format'),
      description:
        text(column, 'description') || `Custom resource definition column (in JSONPath format): ${path}`,
      priority: Number(column.priority ?? 0),
      cell: (object) => cellOf(find(object)[0], type),
    };
  }),
];

/** A value as a cell of the column's type; null where it is of another. */
function cellOf(value: unknown, type: string): unknown {
  if (value === undefined || value === null) return null;
  if (type === 'date') return typeof value === 'string' ? age(value) : null;
  if (type === 'boolean') return typeof value === 'boolean' ? value : null;
  if (type === 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (typeof value !== 'number') return null;
  return type === 'integer' ? Math.trunc(value) : value;
}
