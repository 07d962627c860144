import { type Fields, isFields } from '../objects/model.ts';
import { memberSchema, type Schema } from './types.ts';

const metaFields = ['apiVersion', 'kind', 'metadata'];

/**
 * Drops from an object, in place, what its schema does not name, and null where null is neither allowed nor has a
 * default to take its place. Gives the paths of the unknown fields, sorted.
 */
export function prune(object: Fields, schema: Schema): string[] {
  const unknown: string[] = [];
  pruneValue(object, { ...schema, 'x-kubernetes-embedded-resource': true }, '', unknown);
  dropNulls(object, schema);
  return unknown.sort();
}

function pruneValue(value: unknown, schema: Schema | undefined, path: string, unknown: string[]): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      pruneValue(item, schema?.items, `${path}[${index}]`, unknown);
  } else if (isFields(value)) {
    for (const key of Object.keys(value)) pruneMember(value, key, schema, { path, unknown });
  }
}

function pruneMember(
  parent: Fields,
  key: string,
  schema: Schema | undefined,
  { path, unknown }: { path: string; unknown: string[] },
): void {
  if (schema?.['x-kubernetes-embedded-resource'] && metaFields.includes(key)) return;
  const here = path === '' ? key : `${path}.${key}`;
  const member = memberSchema(schema, key);
  if (member !== undefined) pruneValue(parent[key], member, here, unknown);
  else if (!schema?.['x-kubernetes-preserve-unknown-fields'] && schema?.additionalProperties !== true) {
    unknown.push(here);
    delete parent[key];
  }
}

function dropNulls(value: unknown, schema: Schema | undefined): void {
  if (Array.isArray(value)) for (const item of value) dropNulls(item, schema?.items);
  if (!isFields(value)) return;
  for (const [key, member] of Object.entries(value)) {
    const known = memberSchema(schema, key);
    if (member === null && known !== undefined && !known.nullable && known.default === undefined)
      delete value[key];
    else dropNulls(member, known);
  }
}
