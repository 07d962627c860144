import { badRequest } from '../http/status.ts';
import { type Obj, text } from '../objects/model.ts';
import type { Resource } from '../resources/types.ts';
import { labelRequirements } from './label-selector.ts';

/** Whether an object is among those asked for. */
export type Matches = (object: Obj) => boolean;

export interface Selection {
  matches: Matches;
  /** True where nothing is selected by label or field, so that every object matches. */
  everything: boolean;
}

/**
 * The objects that `labelSelector` and `fieldSelector` of a query ask for.
 * Throws a 400 where one can't be read or names a field that the resource can't be selected by.
 */
export function selection(query: URLSearchParams, resource: Resource): Selection {
  const labels = labelRequirements(query.get('labelSelector') ?? '');
  const fields = fieldRequirements(query.get('fieldSelector') ?? '', resource);
  return {
    everything: labels.length + fields.length === 0,
    matches: (object) =>
      labels.every((holds) => holds(object.metadata.labels ?? {})) && fields.every((holds) => holds(object)),
  };
}

function fieldRequirements(selector: string, resource: Resource): Matches[] {
  const terms = selector.split(/(?<!\\),/).filter((term) => term !== '');
  return terms.map((term) => {
    const [, field, operator, value] = /^(.*?)(!=|==|=)(.*)$/s.exec(term) ?? [];
    if (field === undefined || value === undefined) {
      throw badRequest(`invalid selector: '${selector}'; can't understand '${term}'`);
    }
    if (!selectable(resource).includes(field)) {
      throw badRequest(
        resource.custom || resource.selectableFields
          ? `field label not supported: ${field}`
          : `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`,
      );
    }
    const wanted = value.replaceAll(/\\([\\,=])/g, '$1');
    const path = field.split('.');
    return (object) => (text(object, ...path) === wanted) === (operator !== '!=');
  });
}

const selectable = (resource: Resource): string[] => [
  'metadata.name',
  ...(resource.namespaced ? ['metadata.namespace'] : []),
  ...(resource.selectableFields ?? []),
];
