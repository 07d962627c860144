import { isFields, text } from '../objects/model.ts';
import { anything, keyed, object, string, strings } from '../schema/shorthand.ts';
import { core } from './built-in.ts';
import { ageColumn, nameColumn, told } from './columns.ts';

const namespaceColumns = [
  nameColumn,
  told('Status', 'the phase that the namespace is in', (object) => text(object, 'status', 'phase')),
  ageColumn,
];

const conditions = keyed(['type'], anything);

/** Namespaces, which hold everything that is namespaced. */
export const namespace = core({
  plural: 'namespaces',
  singular: 'namespace',
  kind: 'Namespace',
  namespaced: false,
  shortNames: ['ns'],
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  subresources: ['status'],
  answersDeleted: true,
  nameRule: 'label',
  schema: object({ spec: object({ finalizers: strings }), status: object({ phase: string, conditions }) }),
  blank: { metadata: {}, spec: {}, status: {} },
  columns: namespaceColumns,
  selectableFields: ['status.phase'],
  defaults({ metadata }) {
    if (metadata.name) metadata.labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name };
  },
  prepare(object, old) {
    const phase = object.metadata.deletionTimestamp === undefined ? 'Active' : 'Terminating';
    object.spec = old?.spec ?? { finalizers: ['kubernetes'] };
    object.status = { ...(isFields(object.status) && object.status), phase };
  },
});
