import { isDeepStrictEqual } from 'node:util';
import { itemElement } from '../fields/compare.ts';
import { type Fields, isFields } from '../objects/model.ts';
import { memberSchema, type Schema } from '../schema/types.ts';

/**
 * Applies a strategic merge patch: like a merge patch, but lists whose items have keys are merged item by item and
 * sets value by value, as the schema says, with the directives `$patch`, `$retainKeys`, `$setElementOrder/…` and
 * `$deleteFromPrimitiveList/…`.
 */
export function strategicMerge(target: Fields, patch: Fields, schema: Schema | undefined): Fields {
  if (patch.$patch === 'replace') return withoutDirectives(patch);
  if (patch.$patch === 'delete') return {};
  const merged = structuredClone(target);
  if (Array.isArray(patch.$retainKeys)) {
    for (const key of Object.keys(merged)) if (!patch.$retainKeys.includes(key)) delete merged[key];
  }
  for (const [key, value] of Object.entries(patch)) {
    const [directive, field = ''] = key.startsWith('$') ? key.split('/', 2) : ['', key];
    const known = memberSchema(schema, field);
    if (directive === '$deleteFromPrimitiveList') merged[field] = without(merged[field], value);
    else if (directive === '' && value === null) delete merged[field];
    else if (directive === '') merged[field] = mergedValue(merged[field], value, known);
  }
  for (const [key, order] of Object.entries(patch)) {
    const [directive, field = ''] = key.split('/', 2);
    if (directive === '$setElementOrder')
      merged[field] = ordered(merged[field], order, memberSchema(schema, field));
  }
  return merged;
}

function mergedValue(target: unknown, value: unknown, schema: Schema | undefined): unknown {
  if (isFields(value)) return strategicMerge(isFields(target) ? target : {}, value, schema);
  if (!Array.isArray(value)) return value;
  const present = Array.isArray(target) ? target : [];
  switch (schema?.['x-kubernetes-list-type']) {
    case 'set':
      return [...present, ...value.filter((item) => !present.includes(item))];
    case 'map':
      return mergedItems(present, value, schema);
    default:
      return value;
  }
}

function mergedItems(present: unknown[], patches: unknown[], schema: Schema): unknown[] {
  const items = patches.filter(isFields);
  const kept = items.some(({ $patch, ...rest }) => $patch === 'replace' && Object.keys(rest).length === 0)
    ? []
    : present;
  const merged = new Map(kept.map((item) => [mergeKey(item, schema), item]));
  for (const patch of items) {
    const key = mergeKey(patch, schema);
    const target = merged.get(key);
    if (patch.$patch === 'delete') merged.delete(key);
    else if (key !== undefined)
      merged.set(key, strategicMerge(isFields(target) ? target : {}, patch, schema.items));
  }
  return [...merged.values()];
}

/** What tells items apart in a patch: the first of the list's keys, for a patch need not give the others. */
function mergeKey(item: unknown, schema: Schema): unknown {
  const [first = ''] = schema['x-kubernetes-list-map-keys'] ?? [];
  return isFields(item) ? item[first] : undefined;
}

/** A list in the order that a patch asks for; what the order does not name stays behind the rest. */
function ordered(items: unknown, order: unknown, schema: Schema | undefined): unknown {
  if (!Array.isArray(items) || !Array.isArray(order)) return items;
  const name = (item: unknown) =>
    schema?.['x-kubernetes-list-type'] === 'map' ? mergeKey(item, schema) : itemElement(item, schema);
  const names = order.map(name);
  const place = (item: unknown) => {
    const found = names.indexOf(name(item));
    return found < 0 ? names.length : found;
  };
  return items.toSorted((a, b) => place(a) - place(b));
}

const without = (items: unknown, gone: unknown): unknown =>
  Array.isArray(items) && Array.isArray(gone)
    ? items.filter((item) => !gone.some((one) => isDeepStrictEqual(one, item)))
    : items;

const withoutDirectives = ({ $patch, ...rest }: Fields): Fields => rest;
