import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../http/status.ts';
import type { Obj } from '../objects/model.ts';
import { anything, integer, object } from '../schema/shorthand.ts';
import { inGroup } from './built-in.ts';
import { ageColumn, nameColumn, told } from './columns.ts';

const revisionColumns = [
  nameColumn,
  told('Controller', 'what it is a state of', controllerCell),
  told('Revision', 'the number of that state', ({ revision }) => revision),
  ageColumn,
];

/** A former state of an object, for rollbacks. */
export const controllerRevision = inGroup('apps', {
  plural: 'controllerrevisions',
  singular: 'controllerrevision',
  kind: 'ControllerRevision',
  namespaced: true,
  schema: object({ data: { ...anything, 'x-kubernetes-map-type': 'atomic' }, revision: integer }),
  blank: { metadata: {} },
  columns: revisionColumns,
  defaults(one) {
    one.revision ??= 0;
  },
  validate({ data, revision }, old) {
    const findings: Finding[] = [];
    if (data === undefined)
      findings.push({ reason: 'FieldValueRequired', field: 'data', detail: 'data is mandatory' });
    if (old !== undefined && !isDeepStrictEqual(data, old.data))
      findings.push({
        reason: 'FieldValueInvalid',
        field: 'data',
        value: data,
        detail: 'field is immutable',
      });
    if (typeof revision === 'number' && revision < 0) {
      const detail = 'must be greater than or equal to 0';
      findings.push({ reason: 'FieldValueInvalid', field: 'revision', value: revision, detail });
    }
    return findings;
  },
});

function controllerCell({ metadata }: Obj): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller);
  if (owner === undefined) return '<none>';
  const [group] = owner.apiVersion?.includes('/') ? owner.apiVersion.split('/') : [''];
  return `${owner.kind?.toLowerCase()}${group ? `.${group}` : ''}/${owner.name}`;
}
