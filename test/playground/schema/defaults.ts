import { isFields } from '../objects/model.ts';
import { memberSchema, type Schema } from './types.ts';

/** Fills in, in place, the defaults that the schema gives for fields that are absent, or null where null is not allowed. */
export function setDefaults(value: unknown, schema: Schema | undefined): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) for (const item of value) setDefaults(item, schema.items);
  if (!isFields(value)) return;
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (property.default === undefined) continue;
    if (!(key in value) || (value[key] === null && !property.nullable)) {
      value[key] = structuredClone(property.default);
    }
  }
  for (const [key, member] of Object.entries(value)) setDefaults(member, memberSchema(schema, key));
}
