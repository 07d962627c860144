import type { Finding } from '../http/status.ts';
import { isFields, type Obj, text } from '../objects/model.ts';
import { boolean, object, string, stringMap } from '../schema/shorthand.ts';
import { core } from './built-in.ts';
import { ageColumn, nameColumn, size, told } from './columns.ts';

const configMapColumns = [
  nameColumn,
  told('Data', 'how many entries there are', ({ data, binaryData }) => size(data) + size(binaryData)),
  ageColumn,
];

const secretColumns = [
  nameColumn,
  told('Type', 'what the data is for', ({ type }) => type),
  told('Data', 'how many entries there are', ({ data }) => size(data)),
  ageColumn,
];

/** Data that is no secret. */
export const configMap = core({
  plural: 'configmaps',
  singular: 'configmap',
  kind: 'ConfigMap',
  namespaced: true,
  appliable: true,
  shortNames: ['cm'],
  schema: object({ data: stringMap, binaryData: stringMap, immutable: boolean }),
  columns: configMapColumns,
  defaults(configMap) {
    for (const field of ['data', 'binaryData']) if (size(configMap[field]) === 0) delete configMap[field];
  },
  validate: (configMap, old) => [
    ...keyFindings(configMap, ['data', 'binaryData']),
    ...immutableFindings(configMap, old, ['data', 'binaryData']),
  ],
});

/** Data that is one. */
export const secret = core({
  plural: 'secrets',
  singular: 'secret',
  kind: 'Secret',
  namespaced: true,
  appliable: true,
  schema: object({ data: stringMap, stringData: stringMap, type: string, immutable: boolean }),
  columns: secretColumns,
  selectableFields: ['type'],
  defaults(secret) {
    const { stringData, ...kept } = secret;
    delete secret.stringData;
    secret.type = kept.type || 'Opaque';
    if (!isFields(stringData)) return;
    const encoded = Object.entries(stringData).map(([key, value]) => [
      key,
      Buffer.from(String(value)).toString('base64'),
    ]);
    secret.data = { ...(isFields(kept.data) && kept.data), ...Object.fromEntries(encoded) };
  },
  validate: (secret, old) => [
    ...keyFindings(secret, ['data']),
    ...immutableFindings(secret, old, ['data', 'type']),
    ...(old !== undefined && old.type !== secret.type
      ? [wrong('type', secret.type, 'field is immutable')]
      : []),
  ],
});

function keyFindings(object: Obj, fields: string[]): Finding[] {
  const detail =
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
  return fields.flatMap((field) => {
    const data = object[field];
    const keys = isFields(data) ? Object.keys(data).filter((key) => !/^[-._a-zA-Z0-9]+$/.test(key)) : [];
    return keys.map((key) => wrong(`${field}[${key}]`, key, detail));
  });
}

function immutableFindings(object: Obj, old: Obj | undefined, fields: string[]): Finding[] {
  if (old?.immutable !== true) return [];
  const changed = fields.filter((field) => JSON.stringify(object[field]) !== JSON.stringify(old[field]));
  const unset = object.immutable === true ? [] : ['immutable'];
  const detail = 'field is immutable when `immutable` is set';
  return [...unset, ...changed].map((field) => ({ reason: 'FieldValueForbidden', field, detail }));
}

const wrong = (field: string, value: unknown, detail: string): Finding => ({
  reason: 'FieldValueInvalid',
  field,
  value: typeof value === 'string' ? value : text(value),
  detail,
});
