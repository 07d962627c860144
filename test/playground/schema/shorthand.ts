import { QUANTITY } from './quantities.ts';
import type { Schema } from './types.ts';

/** Short words for the schemas of built-in types. */
export const string: Schema = { type: 'string' };
export const integer: Schema = { type: 'integer' };
export const boolean: Schema = { type: 'boolean' };
export const strings: Schema = { type: 'array', items: string };
export const stringMap: Schema = { type: 'object', additionalProperties: string };
/** Amounts by name, such as `{ storage: '100Gi' }`. */
export const quantities: Schema = {
  type: 'object',
  additionalProperties: { type: 'string', format: QUANTITY },
};

/** An object that is kept whole, whatever it holds. */
export const anything: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

export const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties });

/** An object with these fields specified; unknown fields are preserved. */
export const open = (properties: Record<string, Schema>): Schema => ({ ...anything, properties });

export const listOf = (items: Schema): Schema => ({ type: 'array', items });

/** A list whose items are told apart by these of their fields, and merged and owned one by one. */
export const keyed = (keys: string[], items: Schema): Schema => ({
  type: 'array',
  items,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': keys,
});

/** A set: a list of unique values that are merged and owned individually. */
export const setOf = (items: Schema): Schema => ({ type: 'array', items, 'x-kubernetes-list-type': 'set' });
