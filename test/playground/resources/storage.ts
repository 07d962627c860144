import { isDeepStrictEqual } from 'node:util';
import { isDefaultClass } from '../admission/storage-classes.ts';
import type { Finding } from '../http/status.ts';
import { at, type Obj, text } from '../objects/model.ts';
import { anything, boolean, listOf, object, open, string, stringMap, strings } from '../schema/shorthand.ts';
import { subdomainFindings } from '../write/metadata.ts';
import { inGroup } from './built-in.ts';
import { ageColumn, nameColumn, told } from './columns.ts';

const GROUP = 'storage.k8s.io';

const classColumns = [
  { ...nameColumn, cell: (one: Obj) => `${one.metadata.name}${isDefaultClass(one) ? ' (default)' : ''}` },
  told('Provisioner', 'who makes its volumes', ({ provisioner }) => provisioner),
  told('ReclaimPolicy', 'what becomes of a volume without its claim', ({ reclaimPolicy }) => reclaimPolicy),
  told('VolumeBindingMode', 'when a claim gets its volume', ({ volumeBindingMode }) => volumeBindingMode),
  told(
    'AllowVolumeExpansion',
    'whether its volumes may grow',
    ({ allowVolumeExpansion }) => allowVolumeExpansion === true,
  ),
  ageColumn,
];

/** A way in which volumes are made. */
export const storageClass = inGroup(GROUP, {
  plural: 'storageclasses',
  singular: 'storageclass',
  kind: 'StorageClass',
  namespaced: false,
  shortNames: ['sc'],
  answersDeleted: true,
  schema: object({
    provisioner: string,
    parameters: stringMap,
    reclaimPolicy: string,
    mountOptions: strings,
    allowVolumeExpansion: boolean,
    volumeBindingMode: string,
    allowedTopologies: listOf(anything),
  }),
  blank: { metadata: {} },
  columns: classColumns,
  defaults(one) {
    one.reclaimPolicy ??= 'Delete';
    one.volumeBindingMode ??= 'Immediate';
  },
  validate: (one, old) => [
    ...(text(one, 'provisioner') === ''
      ? [{ reason: 'FieldValueRequired', field: 'provisioner' } as const]
      : []),
    ...unsupported(one, 'reclaimPolicy', ['Delete', 'Retain']),
    ...unsupported(one, 'volumeBindingMode', ['Immediate', 'WaitForFirstConsumer']),
    ...(old === undefined
      ? []
      : ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'].flatMap((field) =>
          isDeepStrictEqual(one[field], old[field]) ? [] : [fixed(field, one[field])],
        )),
  ],
});

const attachmentColumns = [
  nameColumn,
  { ...told('Attacher', 'who attaches it', (one) => text(one, 'spec', 'attacher')), format: 'name' },
  told('PV', 'the volume', (one) => text(one, 'spec', 'source', 'persistentVolumeName')),
  told('Node', 'where it is to be attached', (one) => text(one, 'spec', 'nodeName')),
  { ...told('Attached', 'whether it is', (one) => at(one, 'status', 'attached') === true), type: 'boolean' },
  ageColumn,
];

/** The wish that a volume be attached to a node, and whether it is. */
export const volumeAttachment = inGroup(GROUP, {
  plural: 'volumeattachments',
  singular: 'volumeattachment',
  kind: 'VolumeAttachment',
  namespaced: false,
  subresources: ['status'],
  keepsMetadata: true,
  answersDeleted: true,
  schema: object({
    spec: object({ attacher: string, source: anything, nodeName: string }),
    status: open({ attached: boolean, attachmentMetadata: stringMap }),
  }),
  blank: { metadata: {}, spec: { source: {} }, status: {} },
  columns: attachmentColumns,
  prepare(one, old) {
    if (old === undefined) one.status = { attached: false };
  },
  validate: ({ spec }, old) => [
    ...(text(spec, 'attacher') === ''
      ? [{ reason: 'FieldValueRequired', field: 'spec.attacher' } as const]
      : []),
    ...sourceFindings(at(spec, 'source')),
    ...subdomainFindings('spec.nodeName', text(spec, 'nodeName')),
    ...(old === undefined || isDeepStrictEqual(spec, old.spec) ? [] : [fixed('spec', spec)]),
  ],
});

function sourceFindings(source: unknown): Finding[] {
  const given = ['persistentVolumeName', 'inlineVolumeSpec'].filter(
    (field) => at(source, field) !== undefined,
  );
  if (given.length === 1) return [];
  const detail = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  const reason = given.length === 0 ? 'FieldValueRequired' : 'FieldValueForbidden';
  return [{ reason, field: 'spec.source', detail }];
}

function unsupported(object: Obj, field: string, values: string[]): Finding[] {
  const value = text(object, field);
  if (values.includes(value)) return [];
  const detail = `supported values: ${values.map((one) => JSON.stringify(one)).join(', ')}`;
  return [{ reason: 'FieldValueNotSupported', field, value, detail }];
}

const fixed = (field: string, value: unknown): Finding => ({
  reason: 'FieldValueInvalid',
  field,
  value: value ?? null,
  detail: 'field is immutable',
});
