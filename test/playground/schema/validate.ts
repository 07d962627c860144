import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../http/status.ts';
import { isFields } from '../objects/model.ts';
import { formatMatches } from './formats.ts';
import { limitFindings } from './limits.ts';
import { memberSchema, type Place, type Schema } from './types.ts';

/**
 * Holds a value against its schema, as the API server does with custom resources. With `old`, the value before the
 * update, findings about what did not change are left out (ratcheting): an object that was stored under an older
 * schema can still be written.
 */
export function validate(
  value: unknown,
  schema: Schema,
  { place = { field: '', text: '' }, old }: { place?: Place; old?: unknown } = {},
): Finding[] {
  const findings = [
    ...typeFindings(value, schema, place),
    ...(value === null ? [] : combined(value, schema, place)),
    ...limitFindings(value, schema, place),
    ...enumFindings(value, schema, place),
    ...nested(value, schema, { place, old }),
  ];
  return findings.length > 0 && old !== undefined && isDeepStrictEqual(value, old) ? [] : findings;
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'object' ? 'object' : typeof value;
};

function typeFindings(value: unknown, schema: Schema, { field, text }: Place): Finding[] {
  const types = schema['x-kubernetes-int-or-string']
    ? ['integer', 'string']
    : schema.type
      ? [schema.type]
      : [];
  const reason = 'FieldValueTypeInvalid';
  const found = typeOf(value);
  if (value === null) {
    if (types.length === 0 || schema.nullable) return [];
    return [{ reason, field, value: found, detail: `${text} in body must be of type ${types}: "null"` }];
  }
  if (typeof value === 'string' && schema.format !== undefined) {
    if (formatMatches(schema.format, value)) return [];
    return [{ reason, field, value, detail: `${text} in body must be of type ${schema.format}: "${value}"` }];
  }
  const fits =
    types.length === 0 || types.includes(found) || (found === 'integer' && types.includes('number'));
  if (fits) return [];
  return [{ reason, field, value: found, detail: `${text} in body must be of type ${types}: "${found}"` }];
}

function combined(value: unknown, schema: Schema, place: Place): Finding[] {
  const valid = (branch: Schema) => validate(value, branch, { place }).length === 0;
  const says = (detail: string): Finding => ({
    reason: 'FieldValueInvalid',
    field: place.field,
    value: '',
    detail: `"${place.text}" must ${detail}`,
  });
  const findings: Finding[] = [];
  if (schema.anyOf && !schema.anyOf.some(valid)) findings.push(says('validate at least one schema (anyOf)'));
  if (schema.oneOf) {
    const count = schema.oneOf.filter(valid).length;
    const found = count === 0 ? 'Found none valid' : `Found ${count} valid alternatives`;
    if (count !== 1) findings.push(says(`validate one and only one schema (oneOf). ${found}`));
  }
  if (schema.not && valid(schema.not)) findings.push(says('not validate the schema (not)'));
  for (const branch of schema.allOf ?? []) findings.push(...validate(value, branch, { place }));
  return findings;
}

function enumFindings(value: unknown, schema: Schema, { field }: Place): Finding[] {
  if (schema.enum === undefined || (value === null && schema.nullable)) return [];
  if (schema.enum.some((allowed) => isDeepStrictEqual(allowed, value))) return [];
  const allowed = schema.enum.map((one) =>
    JSON.stringify(typeof one === 'string' ? one : JSON.stringify(one)),
  );
  const detail = `supported values: ${allowed.join(', ')}`;
  return [{ reason: 'FieldValueNotSupported', field, value, detail }];
}

function nested(value: unknown, schema: Schema, { place, old }: { place: Place; old?: unknown }): Finding[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return [];
    return value.flatMap((item, index) =>
      validate(item, items, {
        place: { field: `${place.field}[${index}]`, text: `${place.text}[${index}]` },
        ...oldItem(item, schema, old),
      }),
    );
  }
  if (!isFields(value)) return [];
  const inside = (key: string) => ({ field: dotted(place.field, key), text: dotted(place.text, key) });
  const findings = Object.entries(value).flatMap(([key, member]) => {
    const known = memberSchema(schema, key);
    const before = isFields(old) && key in old ? { old: old[key] } : {};
    return known === undefined ? [] : validate(member, known, { place: inside(key), ...before });
  });
  const missing = (schema.required ?? []).filter((key) => !(key in value));
  return [
    ...findings,
    ...missing.map((key): Finding => ({ reason: 'FieldValueRequired', field: dotted(place.field, key) })),
  ];
}

/** The item that this one was before the update, in a list whose items have keys; undefined in other lists. */
function oldItem(item: unknown, schema: Schema, old: unknown): { old?: unknown } {
  const keys = schema['x-kubernetes-list-map-keys'];
  if (!Array.isArray(old) || keys === undefined) return {};
  const found = old.find(
    (other) => isFields(other) && isFields(item) && keys.every((k) => other[k] === item[k]),
  );
  return found === undefined ? {} : { old: found };
}

const dotted = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
