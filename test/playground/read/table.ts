import type { Fields, Obj } from '../objects/model.ts';
import type { Column, Resource } from '../resources/types.ts';
import type { ListMeta } from './list.ts';

export interface TableOptions {
  /** What each row carries beside its cells. */
  includeObject: 'None' | 'Metadata' | 'Object';
  /** Leaves the column definitions out, as in a watch after its first event. */
  noHeaders?: boolean;
}

/** Objects as a `Table`: what kubectl prints when no other output is asked for. */
export function asTable(
  objects: Obj[],
  { resource, metadata, options }: { resource: Resource; metadata: ListMeta; options: TableOptions },
): Fields {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: options.noHeaders ? null : resource.columns.map(definition),
    rows: objects.map((object) => ({
      cells: resource.columns.map((column) => column.cell(object) ?? null),
      object: rowObject(object, options),
    })),
  };
}

/** An object's metadata alone. */
export const metadataOnly = ({ metadata }: Obj): Fields => ({
  kind: 'PartialObjectMetadata',
  apiVersion: 'meta.k8s.io/v1',
  metadata,
});

function rowObject(object: Obj, { includeObject }: TableOptions): unknown {
  if (includeObject === 'None') return null;
  return includeObject === 'Object' ? object : metadataOnly(object);
}

const definition = ({ name, type, format = '', description = '', priority = 0 }: Column): Fields => ({
  name,
  type,
  format,
  description,
  priority,
});
