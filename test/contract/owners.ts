import assert from 'node:assert/strict';
import type { Json } from './exchange.ts';
import { API_VERSION } from './resources.ts';

interface Entry {
  manager: string;
  subresource?: string;
  fields: Json;
}

/** An object's entries without their times; each must be an Update of this version in the FieldsV1 form. */
export function entries({ metadata }: Json): Entry[] {
  return metadata.managedFields.map(({ manager, subresource, time, fieldsV1, ...rest }: Json) => {
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.deepEqual(rest, { operation: 'Update', apiVersion: API_VERSION, fieldsType: 'FieldsV1' });
    return { manager, ...(subresource && { subresource }), fields: fieldsV1 };
  });
}

/** What one manager owns through the object itself or a subresource; undefined where it has no entry. */
export const owned = (object: Json, manager: string, subresource?: string): Json =>
  entries(object).find((entry) => entry.manager === manager && entry.subresource === subresource)?.fields;

/** What each manager owns, by how it came to own it: `Apply one`, `Update two`. */
export const owners = ({ metadata }: Json): Json =>
  Object.fromEntries(
    (metadata.managedFields ?? []).map(({ operation, manager, fieldsV1 }: Json) => [
      `${operation} ${manager}`,
      fieldsV1,
    ]),
  );

export const by = (path: string, manager: string) => `${path}?fieldManager=${manager}`;
